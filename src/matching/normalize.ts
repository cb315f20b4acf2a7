// Common abbreviations in Argentina, by folded word.
const ABBREVIATIONS = new Map([
  ['alte', 'almirante'],
  ['aut', 'autonoma'],
  ['bco', 'blanco'],
  ['bo', 'barrio'],
  ['bs', 'buenos'],
  ['as', 'aires'],
  ['bsas', 'buenos aires'],
  ['cap', 'capital'],
  ['cba', 'cordoba'],
  ['cdad', 'ciudad'],
  ['cdro', 'comodoro'],
  ['cmte', 'comandante'],
  ['cnel', 'coronel'],
  ['cnia', 'colonia'],
  ['cte', 'comandante'],
  ['ctes', 'corrientes'],
  ['dpto', 'departamento'],
  ['dr', 'doctor'],
  ['fed', 'federal'],
  ['fco', 'francisco'],
  ['gdor', 'gobernador'],
  ['gob', 'gobernador'],
  ['gral', 'general'],
  ['ing', 'ingeniero'],
  ['loc', 'localidad'],
  ['met', 'metalizado'],
  ['metal', 'metalizado'],
  ['mza', 'mendoza'],
  ['ngo', 'negro'],
  ['nqn', 'neuquen'],
  ['ntra', 'nuestra'],
  ['osc', 'oscuro'],
  ['pcia', 'provincia'],
  ['pdo', 'partido'],
  ['perl', 'perlado'],
  ['plat', 'plateado'],
  ['prov', 'provincia'],
  ['pte', 'presidente'],
  ['pto', 'puerto'],
  ['sgo', 'santiago'],
  ['sn', 'san'],
  ['sra', 'senora'],
  ['sta', 'santa'],
  ['stgo', 'santiago'],
  ['sto', 'santo'],
  ['tte', 'teniente'],
  ['tuc', 'tucuman'],
  ['va', 'villa'],
  ['vte', 'vicente'],
  // Numbers in names of places: 9 de Julio, Río 4.º.
  ['3', 'tres'],
  ['9', 'nueve'],
  ['25', 'veinticinco'],
  ['28', 'veintiocho'],
  ['3ro', 'tercero'],
  ['3ero', 'tercero'],
  ['iii', 'tercero'],
  ['4', 'cuarto'],
  ['4to', 'cuarto'],
  ['iv', 'cuarto'],
]);

/** Values that say nothing, normalized; they only match an entry that is named so. */
const PLACEHOLDER_VALUES = new Set([
  'a confirmar',
  'a definir',
  'desconocida',
  'desconocido',
  'n a',
  'n d',
  'na',
  'nd',
  'ninguna',
  'ninguno',
  'no aplica',
  'no especifica',
  'no informa',
  'no se',
  'none',
  'null',
  'otra',
  'otras',
  'otro',
  'otros',
  's d',
  's n',
  'sd',
  'sin dato',
  'sin datos',
  'sin especificar',
  'sin informacion',
  'undefined',
  'unknown',
  'varias',
  'varios',
]);

const KIND_OF_PLACE = 'provincia|ciudad|localidad|partido|municipio|municipalidad|departamento|barrio';
const LEAD_IN = new RegExp(
  `^(?:(?:${KIND_OF_PLACE}) (?:de|del) |(?:provincia|localidad|partido|municipio|barrio|marca|color|carroceria|tipo) )(?=.)`,
);
const ADDITION = /(?<=.) (?:capital|centro|argentina|s a|sa|s r l|srl)$/;

/** Lower case without diacritics: `ñ` becomes `n`. */
export function foldForMatching(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Text for comparison: folded, without punctuation, abbreviations expanded. */
export function normalizeWords(text: string): string {
  const words = foldForMatching(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => ABBREVIATIONS.get(word) ?? word).join(' ');
}

/** Returns true if a text consists of abbreviations alone. */
export function isAbbreviated(text: string): boolean {
  const words = foldForMatching(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 && words.every((word) => ABBREVIATIONS.has(word));
}

/** Normalized words without what says their kind: `ciudad de`, `capital`. The same words if there is nothing of it. */
export function stripKind(words: string): string {
  return words.replace(LEAD_IN, '').replace(ADDITION, '');
}

export function isPlaceholder(words: string): boolean {
  return PLACEHOLDER_VALUES.has(words);
}

/** Stems of normalized words: plural, gender and diminutive do not count. */
export function stemWords(words: string): string {
  return words
    .split(' ')
    .map((word) =>
      word.length < 4
        ? word
        : word
            .replace(/(?<=[^aeiou])es$|(?<=.{3}[aeiou]|[^aeious])s$/, '')
            .replace(/(?<=.{3})(?:it)?[aeo]$/, ''),
    )
    .join(' ');
}

/** Stem of the word that an adjective is made of: `bronceado` of `bronce`, `rojizo` of `rojo`. */
export function stemAdjective(words: string): string {
  return stemWords(words.replace(/(?<=\w{3})(?:ad|os|iz|ace|ent|uzc)[ao]s?$/, ''));
}

// The order matters: digraphs before their letters.
const SOUNDS: readonly [RegExp, string][] = [
  [/ph/g, 'f'],
  [/[cs]h/g, 'X'],
  [/qu(?=[ei])|[qk]/g, 'K'],
  [/c(?=[eiy])|[zx]/g, 's'],
  [/c/g, 'K'],
  [/gu(?=[ei])/g, 'G'],
  [/g(?=[eiy])|j/g, 'J'],
  [/h/g, ''],
  [/[vw]/g, 'b'],
  [/ll|y/g, 'i'],
  [/n(?=[bp])/g, 'm'],
  [/(.)\1+/g, '$1'],
];

/** Key of letters that is the same for texts that sound alike in the River Plate's Spanish. */
export function toSoundKey(letters: string): string {
  return SOUNDS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), letters);
}
