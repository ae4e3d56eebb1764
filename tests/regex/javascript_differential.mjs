// Writes random patterns and texts with the verdict of RegExp(pattern, 'u').
//
//   node tests/regex/javascript_differential.mjs PAIRS SEED
//
// A line is a pattern, its validity, then each text followed by its verdict, 0
// or 1; separated by spaces, strings as hexadecimal UTF-8 (an empty one is ".").
// The validity is '+' for a regular expression; '~' for one without the u flag
// alone, with the verdicts that it has then; '-' for none.
//
// A pattern is made together with a way to make texts that it should match, so
// that texts can be near misses: such a text with a change or two. Patterns and
// texts are short, so that backtracking ends.
const [pairs, seed] = [Number(process.argv[2] || 1000), Number(process.argv[3] || 1)];
const perPattern = 12;

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
const times = (n, make) => Array.from({length: n}, make);

// What texts are made of: ASCII most often, and every kind of edge: lengths of
// UTF-8, line ends, white space, digits and letters beyond ASCII, surrogates'
// neighbours, combining marks, the last code point.
const common = ['a', 'b', 'c', '-', '_', '1', 'é', '😀'];
const rare = [' ', '\n', '\r', '.', 'A', 'Z', 'z', '0', '9', '/', '\\', '{', '}', ']', '^', '$', '@', '\0', '\t', '\v', '\b', '\x1f',
  '\x7f', '\x80', '\x85', '\xa0', '\xff', '\u0100', '٧', 'α', 'Ω', 'Ж', 'ß', 'ǅ', '\u0301', '\u07ff', '\u0800', 'अ', '।', '\u1680', '\u180e',
  '\u200b', '\u200d', '\u2028', '\u2029', '\u202f', '\u212a', 'Ⅷ', '中', 'あ', '\ud7ff', '\ue000', '\ufeff', '\ufffd', '\uffff',
  '\u{10000}', '\u{1f1e6}', '\u{1d7ce}', '\u{e0100}', '\u{10ffff}'];
const character = () => pick(chance(70) ? common : rare);
const hexOf = (c, digits) => c.codePointAt(0).toString(16).padStart(digits, '0');
const isSyntax = c => '^$\\.*+?()[]{}|/'.includes(c);

// A part of a pattern: its source, and what makes a text that it may match.
const part = (source, text) => ({source, text});
const fixed = (source, text) => part(source, () => text);
const join = parts => part(parts.map(p => p.source).join(''), () => parts.map(p => p.text()).join(''));
const either = parts => part(parts.map(p => p.source).join('|'), () => pick(parts).text());

// A class matches those of the known characters that the engine says it does.
const members = new Map();
function ofClass(source) {
  if (!members.has(source)) {
    const expression = new RegExp('^' + source + '$', 'u');
    members.set(source, [...common, ...common, ...rare].filter(c => expression.test(c)));
  }
  const known = members.get(source);
  return part(source, () => known.length === 0 ? '' : pick(known));
}

// A character, in one of the ways to write it.
function escaped(c, inClass) {
  const point = c.codePointAt(0);
  const ways = ['\\u{' + hexOf(c, 1) + '}', '\\u{000' + hexOf(c, 2).toUpperCase() + '}'];
  if (point < 0x100) ways.push('\\x' + hexOf(c, 2));
  if (point < 0x10000) ways.push('\\u' + hexOf(c, 4));
  else ways.push(times(2, (_, i) => '\\u' + c.charCodeAt(i).toString(16)).join(''));
  if (point > 0 && point <= 26) ways.push('\\c' + String.fromCharCode(point + 64), '\\c' + String.fromCharCode(point + 96));
  if (isSyntax(c)) ways.push('\\' + c, '\\' + c, '\\' + c);
  const letters = {'\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v', '\f': '\\f', '\0': inClass ? '\\x00' : '\\0'};
  if (letters[c]) ways.push(letters[c]);
  if (inClass && c === '-') ways.push('\\-', '\\-');
  if (inClass && c === '\b') ways.push('\\b');
  return pick(ways);
}
function literal() {
  const c = character();
  return fixed(isSyntax(c) || chance(12) ? escaped(c, false) : c, c);
}

const properties = ['L', 'Lu', 'Ll', 'Letter', 'Nd', 'N', 'P', 'Punctuation', 'S', 'Sm', 'Z', 'Zs', 'M', 'Mn', 'Cc', 'Cn', 'Co', 'Cs', 'C', 'Lt', 'LC',
  'gc=Lu', 'General_Category=Decimal_Number', 'Script=Greek', 'sc=Cyrl', 'sc=Latn', 'Script=Han', 'scx=Deva', 'Script_Extensions=Hira',
  'sc=Zinh', 'sc=Common', 'scx=Zyyy', 'Alphabetic', 'Any', 'ASCII', 'Assigned', 'ASCII_Hex_Digit', 'Emoji', 'Emoji_Presentation', 'Extended_Pictographic',
  'ID_Start', 'ID_Continue', 'XIDC', 'Lowercase', 'Upper', 'White_Space', 'Default_Ignorable_Code_Point', 'Dash', 'Ideographic',
  'Regional_Indicator', 'Variation_Selector', 'Noncharacter_Code_Point', 'Cased', 'CWU', 'Math', 'Join_Control', 'Pattern_Syntax'];
const sets = ['\\d', '\\D', '\\w', '\\W', '\\s', '\\S'];
const property = () => (chance(70) ? '\\p{' : '\\P{') + pick(properties) + '}';
const oneSet = () => chance(60) ? pick(sets) : property();

function classAtom() {
  if (chance(15)) return oneSet();
  if (chance(4)) return pick(['\\ud83d', '\\ude00', '\\ud800-\\udfff', '\\ud7ff-\\ue000', '.', '[', '(', '$', '*']);
  const one = c => '\\]^-'.includes(c) || chance(12) ? (c === '-' && chance(50) ? '\\-' : escaped(c, true)) : c;
  if (chance(75)) return one(character());
  const [low, high] = [character(), character()].sort((a, b) => a.codePointAt(0) - b.codePointAt(0));
  return one(low) + '-' + one(high);
}
function characterClass() {
  if (chance(4)) return ofClass(pick(['[]', '[^]']));
  return ofClass('[' + (chance(30) ? '^' : '') + (chance(6) ? '-' : '') + times(1 + below(3), classAtom).join('') + (chance(6) ? '-' : '') + ']');
}
const single = () => chance(45) ? literal() : chance(35) ? ofClass(pick(['.', '.', '[a-c]', '\\w', '[^]', '[^-]'])) :
    chance(40) ? ofClass(oneSet()) : characterClass();

let groups = 0;
const group = inner => part(pick(['(', '(?:', '(?:', `(?<n${++groups}>`]) + inner.source + ')', inner.text);
const quantifiers = [['*', 0, 3], ['+', 1, 4], ['?', 0, 1], ['{2}', 2, 2], ['{1,2}', 1, 2], ['{0,3}', 0, 3], ['{2,}', 2, 4], ['{0}', 0, 0],
  ['{0,}', 0, 3], ['{1}', 1, 1], ['{3,5}', 3, 5], ['{0,0}', 0, 0], ['{01,02}', 1, 2]];
function quantified(inner) {
  const [source, least, most] = pick(quantifiers);
  return part(inner.source + source + (chance(10) ? '?' : ''), () => times(least + below(most - least + 1), () => inner.text()).join(''));
}
function atom(depth) {
  if (depth <= 0 || chance(75)) return single();
  return group(disjunction(depth - 1));
}
function term(depth) {
  if (chance(4)) return fixed(pick(['\\b', '\\B', '^', '$']), '');
  if (chance(1)) return fixed(pick(['\\ud83d', '\\ude00', '\\udfff']), '😀');
  if (chance(2)) return look(0);
  const inner = atom(depth);
  return chance(35) ? quantified(inner) : inner;
}
const sequence = depth => join(times(below(4) + (chance(90) ? 1 : 0), () => term(depth)));
function disjunction(depth) {
  const branches = [sequence(depth)];
  while (chance(18)) branches.push(sequence(depth));
  return either(branches);
}
const anchored = inner => part((chance(60) ? '^' : '') + inner.source + (chance(60) ? '$' : ''), inner.text);

// A look-around adds the text it wants now and then, or it would seldom hold.
function look(depth) {
  const body = lookBody(depth);
  return part(pick(['(?=', '(?!', '(?!', '(?<=', '(?<!']) + body.source + ')', () => chance(25) ? body.text() : '');
}
const any = () => ofClass(pick(['.', '.', '[^]', '\\w']));
const lookBody = depth => pick([
  () => join([part(pick(['.*', '[^]*', '.+?', '\\w*']), () => chance(50) ? character() : ''), term(0)]),
  () => sequence(0), () => join([single(), single()]), single, () => part(sequence(0).source + '$', () => ''),
  () => either([word(), word(), word()]), () => join([word(), fixed('$', '')]), () => group(either([word(), sequence(0)])),
  () => fixed(pick(['$', '^', '\\b', '', '\\B']), ''), () => quantified(single()),
  () => join([fixed('^', ''), sequence(0)]), () => disjunction(depth)])();
const word = () => join(times(pick([1, 1, 2, 2, 3, 0]), () => chance(85) ? literal() : single()));
const run = () => chance(75) ? quantified(single()) : single();
const looks = () => join(times(1 + below(3), () => look(0)));
const start = fixed('^', ''), end = fixed('$', '');
const perhaps = edge => chance(60) ? edge : fixed('', '');

// Shapes that are rewritten, and shapes that have small matchers.
const shapes = [
  () => join([start, looks(), sequence(0), perhaps(end)]),
  () => join([start, look(0), run(), end]),
  () => join([looks(), sequence(1), perhaps(end)]),
  () => join([perhaps(start), sequence(1), looks(), perhaps(end)]),
  () => join([start, word(), looks(), sequence(1), end]),
  () => join([start, join(times(1 + below(2), any)), look(0), sequence(1), perhaps(end)]),
  () => join([start, quantified(group(join([look(0), single()]))), pick([end, end, join([single(), end]), fixed('', '')])]),
  () => join([start, word(), quantified(group(join([look(0), single()]))), perhaps(end)]),
  () => either([join([start, look(0), word(), end]), anchored(word())]),
  () => join([start, group(either([join([look(0), run()]), run()])), end]),
  () => join([start, group(either([run(), join([word(), look(0)])])), run(), perhaps(end)]),
  () => join([perhaps(start), sequence(0), look(0), run(), perhaps(end)]),
  () => join([perhaps(start), sequence(0), look(0), single(), single(), end]),
  () => join([start, part(`(?=.{${below(3)},${3 + below(4)}}$)`, () => ''), sequence(1), end]),
  () => join([perhaps(start), sequence(1), part(pick(['(?<!', '(?<=']) + word().source + ')', () => ''), end]),
  () => join([look(0), look(0), end]),
  () => anchored(group(either(times(2 + below(4), word)))),
  () => anchored(join([run(), word(), run()])),
  () => anchored(join([run(), quantified(group(join([word(), run()])))])),
  () => anchored(join([quantified(group(join([run(), word()]))), run()])),
  () => anchored(join([run(), group(either([join([word(), run()]), join([word(), run()]), word()])), run()])),
  () => anchored(word()), () => anchored(run()), () => anchored(join(times(1 + below(5), single))),
  () => either([anchored(run()), anchored(word())]), () => either(times(2 + below(3), () => anchored(sequence(1)))),
];

// Counts beyond what RE2 counts to, with texts about as long.
function long() {
  const count = pick([999, 1000, 1001, 1024, 2000]);
  const one = pick(['a', '.', '[a-cé]', '\\w', '[^]']);
  const [least, source] = pick([[0, `{0,${count}}`], [count, `{${count}}`], [count, `{${count},}`], [1, `{1,${count}}`]]);
  const prefix = pick([fixed('', ''), word(), any()]), suffix = pick([fixed('', ''), word()]);
  const make = () => 'a'.repeat(chance(30) ? least : count + below(4) - 2);
  return {
    isLong: true, source: '^' + prefix.source + one + source + suffix.source + '$',
    text: () => prefix.text() + make() + suffix.text()
  };
}

const scrap = ['\\a', '\\-', '\\_', '\\@', '{', '}', ']', '[', '(', ')', '*', '+', '?', '|', '\\', '^', '$', '-', ',', '\\p{l}', '\\p{Foo}', '\\pL', '\\1', '(?i)',
  '(?', '(?<', '(?<!', '(?=', '(?>', '\\u{110000}', '\\u{', '[b-a]', '[\\w-a]', '[a-\\d]', '{2,1}', '{,2}', '{1', '{a}', '\\k<a>', '\\k', '(?<1>a)', '\\c1', '\\c', '\\x6', '\\u12',
  '\\01', '\\8', '[[:alpha:]]', '(?P<n>a)', '\\A', '\\Z', '\\é', '\\B+', '**', '\\ud83d\\u', '#', '😀', '[\\B]', '[\\k]'];
// The same pattern with a mistake in it, most likely.
function damaged(source) {
  const points = [...source];
  const at = below(points.length + 1);
  points.splice(at, chance(40) ? 1 : 0, ...(chance(80) ? [pick(scrap)] : []));
  return points.join('');
}

function changed(text) {
  const points = [...text];
  for (let n = 1 + below(2); n > 0; --n) {
    const at = below(points.length + 1);
    switch (below(5)) {
      case 0: points.splice(at, 1); break;
      case 1: points.splice(at, 0, character()); break;
      case 2: points.splice(at, 1, character()); break;
      case 3: points.splice(at, 0, ...points.slice(0, 1 + below(3))); break;
      default: points.push(pick(['\n', character()]));
    }
  }
  return points.join('');
}
const noise = () => times(below(7), character).join('');
// Backtracking takes time exponential in the length.
const longest = 14;
const cut = text => [...text].slice(0, longest).join('');
function subject(pattern) {
  const kind = below(10);
  if (kind < 2) return noise();
  const text = pattern.isLong ? pattern.text() : cut(pattern.text());
  if (kind < 5) return text;
  return kind < 9 ? changed(text) : character() + text + character();
}

// Editions of ECMA-262 after the one that JSON Schema refers to differ here.
const isNewer = source => /\(\?[a-z-]+:/.test(source) ||
    (source.match(/\(\?<\w+>/g) || []).some((name, i, all) => all.indexOf(name) !== i);
function compiled(source, flags) {
  try { return new RegExp(source, flags); } catch { return null; }
}

const hex = text => text === '' ? '.' : Buffer.from(text, 'utf8').toString('hex');
for (let done = 0; done < pairs; done += perPattern) {
  groups = 0;
  const pattern = chance(1) ? long() : chance(65) ? pick(shapes)() : anchored(disjunction(2));
  if (chance(6) && !pattern.isLong) pattern.source = damaged(pattern.source);
  if (isNewer(pattern.source)) continue;
  let expression = compiled(pattern.source, 'u'), validity = '+';
  if (expression === null) {
    // Without the u flag, what a pattern says of characters beyond the basic
    // plane, properties and names is something else.
    expression = compiled(pattern.source, '');
    const same = expression !== null && !/\\[puPk]|\(\?</.test(pattern.source) && pattern.source.length === [...pattern.source].length;
    validity = same ? '~' : '-';
  }
  let line = hex(pattern.source) + ' ' + validity;
  for (let i = 0; i < perPattern && validity !== '-'; ++i) {
    let text = subject(pattern);
    if (validity === '~') text = text.replace(/[^\0-\uffff]/gu, 'a');
    line += ` ${hex(text)} ${expression.test(text) ? 1 : 0}`;
  }
  console.log(line);
}
