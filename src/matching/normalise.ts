// As people in Argentina write: the left side is a word, or two words, after accents and punctuation are gone.
const ABBREVIATIONS = new Map([
  ['alte', 'almirante'],
  ['aut', 'autonoma'],
  ['bs', 'buenos'],
  ['as', 'aires'],
  ['bsas', 'buenos aires'],
  ['cap', 'capital'],
  ['cdad', 'ciudad'],
  ['cmte', 'comandante'],
  ['cnel', 'coronel'],
  ['cte', 'comandante'],
  ['dpto', 'departamento'],
  ['dr', 'doctor'],
  ['fed', 'federal'],
  ['fco', 'francisco'],
  ['gob', 'gobernador'],
  ['gral', 'general'],
  ['ing', 'ingeniero'],
  ['met', 'metalizado'],
  ['pcia', 'provincia'],
  ['prov', 'provincia'],
  ['pte', 'presidente'],
  ['sgo', 'santiago'],
  ['sn', 'san'],
  ['sta', 'santa'],
  ['sto', 'santo'],
  ['tte', 'teniente'],
  ['vte', 'vicente'],
]);

/** Lower case without accents; a `ñ` is an `n`. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Words as they compare: folded, without punctuation, abbreviations spelled out. */
export function normalise(text: string): string {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => ABBREVIATIONS.get(word) ?? word).join(' ');
}
