// Common abbreviations in Argentina, by normalized word.
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

/** Lower case without diacritics: `ñ` becomes `n`. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Text for comparison: folded, without punctuation, abbreviations expanded. */
export function normalizeWords(text: string): string {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => ABBREVIATIONS.get(word) ?? word).join(' ');
}
