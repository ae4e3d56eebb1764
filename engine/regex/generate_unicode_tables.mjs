// Writes unicode_tables.inc: the code points of every Unicode property that
// ECMA-262 (tables "Non-binary Unicode property aliases", "Binary Unicode
// property aliases", "Value aliases for General_Category" and "Script") allows
// in \p{...}.
//
//   node engine/regex/generate_unicode_tables.mjs > engine/regex/unicode_tables.inc
//
// The names stand below; what they contain is asked of the JavaScript engine
// itself, so the table and the engine that defines the meaning cannot differ.
// A name the engine does not know is an error, and so is a code point that no
// listed script or category covers: a list that is out of date is noticed.

const categories = `C Other|Cc Control cntrl|Cf Format|Cn Unassigned|Co Private_Use|Cs Surrogate|L Letter
LC Cased_Letter|Ll Lowercase_Letter|Lm Modifier_Letter|Lo Other_Letter|Lt Titlecase_Letter|Lu Uppercase_Letter
M Mark Combining_Mark|Mc Spacing_Mark|Me Enclosing_Mark|Mn Nonspacing_Mark|N Number|Nd Decimal_Number digit
Nl Letter_Number|No Other_Number|P Punctuation punct|Pc Connector_Punctuation|Pd Dash_Punctuation
Pe Close_Punctuation|Pf Final_Punctuation|Pi Initial_Punctuation|Po Other_Punctuation|Ps Open_Punctuation
S Symbol|Sc Currency_Symbol|Sk Modifier_Symbol|Sm Math_Symbol|So Other_Symbol|Z Separator|Zl Line_Separator
Zp Paragraph_Separator|Zs Space_Separator`;

const scripts = `Adlm Adlam|Aghb Caucasian_Albanian|Ahom|Arab Arabic|Armi Imperial_Aramaic|Armn Armenian|Avst Avestan
Bali Balinese|Bamu Bamum|Bass Bassa_Vah|Batk Batak|Beng Bengali|Berf Beria_Erfe|Bhks Bhaiksuki|Bopo Bopomofo
Brah Brahmi|Brai Braille|Bugi Buginese|Buhd Buhid|Cakm Chakma|Cans Canadian_Aboriginal|Cari Carian|Cham
Cher Cherokee|Chrs Chorasmian|Copt Coptic Qaac|Cpmn Cypro_Minoan|Cprt Cypriot|Cyrl Cyrillic|Deva Devanagari
Diak Dives_Akuru|Dogr Dogra|Dsrt Deseret|Dupl Duployan|Egyp Egyptian_Hieroglyphs|Elba Elbasan|Elym Elymaic
Ethi Ethiopic|Gara Garay|Geor Georgian|Glag Glagolitic|Gong Gunjala_Gondi|Gonm Masaram_Gondi|Goth Gothic
Gran Grantha|Grek Greek|Gujr Gujarati|Gukh Gurung_Khema|Guru Gurmukhi|Hang Hangul|Hani Han|Hano Hanunoo
Hatr Hatran|Hebr Hebrew|Hira Hiragana|Hluw Anatolian_Hieroglyphs|Hmng Pahawh_Hmong|Hmnp Nyiakeng_Puachue_Hmong
Hung Old_Hungarian|Ital Old_Italic|Java Javanese|Kali Kayah_Li|Kana Katakana|Kawi|Khar Kharoshthi|Khmr Khmer
Khoj Khojki|Kits Khitan_Small_Script|Knda Kannada|Krai Kirat_Rai|Kthi Kaithi|Lana Tai_Tham|Laoo Lao|Latn Latin
Lepc Lepcha|Limb Limbu|Lina Linear_A|Linb Linear_B|Lisu|Lyci Lycian|Lydi Lydian|Mahj Mahajani|Maka Makasar
Mand Mandaic|Mani Manichaean|Marc Marchen|Medf Medefaidrin|Mend Mende_Kikakui|Merc Meroitic_Cursive
Mero Meroitic_Hieroglyphs|Mlym Malayalam|Modi|Mong Mongolian|Mroo Mro|Mtei Meetei_Mayek|Mult Multani|Mymr Myanmar
Nagm Nag_Mundari|Nand Nandinagari|Narb Old_North_Arabian|Nbat Nabataean|Newa|Nkoo Nko|Nshu Nushu|Ogam Ogham
Olck Ol_Chiki|Onao Ol_Onal|Orkh Old_Turkic|Orya Oriya|Osge Osage|Osma Osmanya|Ougr Old_Uyghur|Palm Palmyrene
Pauc Pau_Cin_Hau|Perm Old_Permic|Phag Phags_Pa|Phli Inscriptional_Pahlavi|Phlp Psalter_Pahlavi|Phnx Phoenician
Plrd Miao|Prti Inscriptional_Parthian|Rjng Rejang|Rohg Hanifi_Rohingya|Runr Runic|Samr Samaritan
Sarb Old_South_Arabian|Saur Saurashtra|Sgnw SignWriting|Shaw Shavian|Shrd Sharada|Sidd Siddham|Sidt Sidetic
Sind Khudawadi|Sinh Sinhala|Sogd Sogdian|Sogo Old_Sogdian|Sora Sora_Sompeng|Soyo Soyombo|Sund Sundanese
Sunu Sunuwar|Sylo Syloti_Nagri|Syrc Syriac|Tagb Tagbanwa|Takr Takri|Tale Tai_Le|Talu New_Tai_Lue|Taml Tamil
Tang Tangut|Tavt Tai_Viet|Tayo Tai_Yo|Telu Telugu|Tfng Tifinagh|Tglg Tagalog|Thaa Thaana|Thai|Tibt Tibetan
Tirh Tirhuta|Tnsa Tangsa|Todr Todhri|Tols Tolong_Siki|Toto|Tutg Tulu_Tigalari|Ugar Ugaritic|Vaii Vai|Vith Vithkuqi
Wara Warang_Citi|Wcho Wancho|Xpeo Old_Persian|Xsux Cuneiform|Yezi Yezidi|Yiii Yi|Zanb Zanabazar_Square
Zinh Inherited Qaai|Zyyy Common|Zzzz Unknown`;

const binaries = `Any|Assigned|ASCII|ASCII_Hex_Digit AHex|Alphabetic Alpha|Bidi_Control Bidi_C|Bidi_Mirrored Bidi_M
Case_Ignorable CI|Cased|Changes_When_Casefolded CWCF|Changes_When_Casemapped CWCM|Changes_When_Lowercased CWL
Changes_When_NFKC_Casefolded CWKCF|Changes_When_Titlecased CWT|Changes_When_Uppercased CWU|Dash
Default_Ignorable_Code_Point DI|Deprecated Dep|Diacritic Dia|Emoji|Emoji_Component EComp|Emoji_Modifier EMod
Emoji_Modifier_Base EBase|Emoji_Presentation EPres|Extended_Pictographic ExtPict|Extender Ext
Grapheme_Base Gr_Base|Grapheme_Extend Gr_Ext|Hex_Digit Hex|IDS_Binary_Operator IDSB|IDS_Trinary_Operator IDST
ID_Continue IDC|ID_Start IDS|Ideographic Ideo|Join_Control Join_C|Logical_Order_Exception LOE|Lowercase Lower|Math
Noncharacter_Code_Point NChar|Pattern_Syntax Pat_Syn|Pattern_White_Space Pat_WS|Quotation_Mark QMark|Radical
Regional_Indicator RI|Sentence_Terminal STerm|Soft_Dotted SD|Terminal_Punctuation Term|Unified_Ideograph UIdeo
Uppercase Upper|Variation_Selector VS|White_Space space|XID_Continue XIDC|XID_Start XIDS`;

const names = list => list.split(/[|\n]/).map(entry => entry.trim().split(' '));

function rangesOf(expression) {
  const pattern = new RegExp(`\\p{${expression}}`, 'u');
  const ranges = [];
  for (let c = 0, start = -1; c <= 0x110000; ++c) {
    const inside = c < 0x110000 && pattern.test(String.fromCodePoint(c));
    if (inside && start < 0) start = c;
    if (!inside && start >= 0) { ranges.push([start, c - 1]); start = -1; }
  }
  return ranges;
}

// Ranges as pairs of differences, seven bits to a byte, low bits first: the gap
// after the range before, then the length less one.
const bytes = [];
const placed = new Map();
function place(ranges) {
  const key = JSON.stringify(ranges);
  if (!placed.has(key)) {
    placed.set(key, bytes.length);
    let next = 0;
    const put = value => {
      for (; value >= 128; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
      bytes.push(value);
    };
    for (const [low, high] of ranges) { put(low - next); put(high - low); next = high + 1; }
  }
  return `${placed.get(key)}, ${ranges.length}`;
}

function covered(list, prefix) {
  const seen = new Uint8Array(0x110000);
  for (const [name] of names(list)) for (const [low, high] of rangesOf(prefix + name)) seen.fill(1, low, high + 1);
  const missing = seen.indexOf(0);
  if (missing >= 0) throw new Error(`${prefix}: nothing covers U+${missing.toString(16)}`);
}

function table(identifier, list, prefix) {
  const rows = [];
  for (const aliases of names(list)) {
    const where = place(rangesOf(prefix + aliases[0]));
    for (const name of aliases) { new RegExp(`\\p{${prefix}${name}}`, 'u'); rows.push([name, where]); }
  }
  rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `constexpr PropertyRanges ${identifier}[] = {\n` +
      rows.map(([name, where]) => `    {"${name}", ${where}},\n`).join('') + '};\n\n';
}

covered(categories, 'gc=');
covered(scripts, 'sc=');
const tables = table('kGeneralCategories', categories, 'gc=') + table('kScripts', scripts, 'sc=') +
    table('kScriptExtensions', scripts, 'scx=') + table('kBinaryProperties', binaries, '');
let data = 'constexpr unsigned char kRangeBytes[] = {';
for (let i = 0; i < bytes.length; ++i) data += (i % 24 ? '' : '\n    ') + bytes[i] + ',';
process.stdout.write(`// Unicode ${process.versions.unicode}. Generated by generate_unicode_tables.mjs; do not edit.\n` +
    '// clang-format off\n' + tables + data + '\n};\n// clang-format on\n');
