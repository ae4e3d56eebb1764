// Writes random patterns and texts with the verdict of RegExp(pattern, 'u').
//
//   node tests/regex/javascript_differential.mjs PAIRS SEED
//
// A line is: pattern, '-' if it is no regular expression or else '+', then
// for each text the text followed by its verdict, 0 or 1; separated by spaces,
// strings as JSON-free hexadecimal UTF-8 (an empty one is "."). Every generated
// pattern is short and every text is shorter, so that backtracking ends.
const [pairs, seed] = [Number(process.argv[2] || 1000), Number(process.argv[3] || 1)];

// xorshift32: the same sequence everywhere.
let state = (seed * 2654435761 + 88172645) >>> 0 || 1;
const next = () => {
  state ^= state << 13; state >>>= 0;
  state ^= state >>> 17;
  state ^= state << 5; state >>>= 0;
  return state;
};
const below = n => next() % n;
const pick = list => list[below(list.length)];
const chance = percent => below(100) < percent;

const letters = ['a', 'b', 'c', '-', '_', '1', ' ', 'é', '😀', '\\n', '\\.'];
const escapes = ['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '.', '\\u0061', '\\u{1F600}', '\\ud83d\\ude00',
  '\\x62', '\\cJ', '\\0', '\\t', '\\/', '\\p{L}', '\\P{L}', '\\p{Lu}', '\\p{Script=Greek}', '\\p{Emoji}', '\\ud83d', '\\u2028'];
const broken = ['\\a', '\\-', '{', '}', ']', '\\p{l}', '\\1', '(?i)', '(', ')', '*', '\\u{110000}', '[b-a]', '[\\w-a]',
  '{2,1}', '\\k<a>', '(?<a>', '(?<1>a)', '\\c1', '\\x6', '\\u12', '\\01', '[', '(?=a)*', '^*', '\\B+', 'a**', '(?P<n>a)'];
const quantifiers = ['*', '+', '?', '{2}', '{1,2}', '{0,3}', '{2,}', '*?', '{1,2}?', '{0}'];

function classAtom() {
  switch (below(7)) {
    case 0: return pick(['a-c', 'b-é', 'é-😀', '0-9', '\\u2027-\\u202a', '\\x00-\\x20']);
    case 1: return pick(escapes.filter(e => e !== '.')) + pick(['', ' ']);
    case 2: return pick(['-', '\\-', '\\b', '.', '$', '(', '*']);
    default: return pick(letters);
  }
}
function characterClass() {
  if (chance(6)) return pick(['[]', '[^]']);
  let text = '[' + (chance(30) ? '^' : '');
  for (let n = 1 + below(3); n > 0; --n) text += classAtom();
  return text + ']';
}
function atom(depth) {
  const kind = below(20);
  if (kind < 9) return pick(letters);
  if (kind < 12) return pick(escapes);
  if (kind < 15) return characterClass();
  if (depth <= 0) return pick(letters);
  return pick(['(', '(?:', '(?:']) + disjunction(depth - 1) + ')';
}
function term(depth) {
  if (chance(4)) return pick(['\\b', '\\B', '^', '$']);
  if (chance(1) && chance(20)) return pick(broken);
  return atom(depth) + (chance(35) ? pick(quantifiers) : '');
}
function sequence(depth) {
  let text = '';
  for (let n = below(4) + (chance(90) ? 1 : 0); n > 0; --n) text += term(depth);
  return text;
}
function disjunction(depth) {
  let text = sequence(depth);
  while (chance(18)) text += '|' + sequence(depth);
  return text;
}
const look = depth => pick(['(?=', '(?!', '(?!', '(?<=', '(?<!']) + lookBody(depth) + ')';
function lookBody(depth) {
  return pick([() => '.*' + term(0), () => sequence(0), () => pick(letters) + pick(letters), () => pick(letters), () => sequence(0) + '$',
    () => '[^]*' + pick(letters), () => pick(['a|b', 'ab|c', 'a.*', '$', '^', '\\b', 'ab?']), () => disjunction(depth)])();
}
const anchored = body => (chance(60) ? '^' : '') + body + (chance(60) ? '$' : '');

// Shapes that are rewritten, and shapes that have small matchers.
function shaped() {
  const run = () => pick(['[a-c]', '\\w', '.', '[^]', '[^-]', 'é', '\\d', '\\S', '[a-z1é]', '[^\\s-]']) + pick(['', '+', '*', '{2}', '{1,3}', '?', '{0,2}', '{2,}']);
  const word = () => pick(['ab', 'a', 'b-', '1', 'é', 'cab', '😀', '']);
  switch (below(15)) {
    case 0: return '^' + look(0) + look(0) + sequence(0) + pick(['$', '']);
    case 1: return '^' + look(0) + '.*$';
    case 2: return sequence(1) + look(0) + pick(['$', '']);
    case 3: return '^' + pick(['P', 'a', 'ab', '[ab]', '..']) + look(0) + sequence(1) + '$';
    case 4: return '^(?:' + look(0) + pick(['.', '[a-c]', '[^]', '\\w']) + ')' + pick(['*', '+', '{2}', '{1,3}', '{5,}', '?']) + pick(['$', 'a$', '.$', '']);
    case 5: return look(0) + sequence(1);
    case 6: return '^' + look(0) + word() + '$|' + anchored(word());
    case 7: return '^(?:' + look(0) + run() + '|' + run() + ')$';
    case 8: return sequence(0) + look(0) + run() + pick(['', '$']);
    case 9: return sequence(0) + look(0) + pick(['a', '.', '[ab]c', '..', '\\w{2}']) + '$';
    case 10: return anchored('(?:' + [word(), word(), word()].join('|') + ')');
    case 11: return anchored(run() + word() + run());
    case 12: return anchored(run() + '(?:' + word() + run() + ')' + pick(['*', '?', '+', '{2}', '{1,2}']));
    case 13: return anchored(word());
    default: return anchored(run()) + pick(['', '|' + anchored(word())]);
  }
}

const pieces = ['a', 'b', 'c', 'ab', 'cab', '-', '_', '1', ' ', 'é', '😀', '\n', '\r', '.', 'A', 'α', '\u2028', '\t', '/', '\0', '\u00a0', 'P', 'aa', 'b-'];
function subject() {
  let text = '';
  for (let n = below(7); n > 0; --n) text += pick(chance(60) ? pieces.slice(0, 8) : pieces);
  return text;
}

const hex = text => text === '' ? '.' : Buffer.from(text, 'utf8').toString('hex');
const perPattern = 12;
for (let done = 0; done < pairs; done += perPattern) {
  const pattern = chance(55) ? shaped() : anchored(disjunction(2));
  let line = hex(pattern), expression;
  try { expression = new RegExp(pattern, 'u'); } catch { console.log(line + ' -'); continue; }
  line += ' +';
  for (let i = 0; i < perPattern; ++i) {
    const text = subject();
    line += ` ${hex(text)} ${expression.test(text) ? 1 : 0}`;
  }
  console.log(line);
}
