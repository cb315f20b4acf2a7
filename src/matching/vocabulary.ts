import type { CatalogKind } from './synonyms.ts';

const toVocabulary = (words: string) =>
  new Map(words.split(/,\s*/).map((pair) => pair.split(': ') as [string, string]));

// decided: basic words in English and Portuguese, and other spellings of Spanish ones, by folded word.
export const VOCABULARIES: Readonly<Record<CatalogKind, ReadonlyMap<string, string>>> = {
  make: new Map(),
  bodystyle: toVocabulary(
    `estate: familiar, perua: familiar, touring: familiar, saloon: sedan, conversivel: convertible, spyder: convertible,
    picape: pickup, panelvan: utilitario`,
  ),
  color: toVocabulary(
    `yellow: amarillo, amarelo: amarillo, amarela: amarillo, blue: azul, white: blanco, branco: blanco, branca: blanco,
    burgundy: bordo, borgona: bordo, sky blue: celeste, copper: cobre, cream: crema, creme: crema, gold: dorado,
    golden: dorado, dourado: dorado, graphite: grafito, grafite: grafito, gray: gris, grey: gris, cinza: gris,
    lilac: lila, brown: marron, marrom: marron, mustard: mostaza, mostarda: mostaza, orange: naranja, laranja: naranja,
    black: negro, preto: negro, preta: negro, silver: plateado, prata: plateado, red: rojo, vermelho: rojo,
    vermelha: rojo, pink: rosa, turquoise: turquesa, green: verde, wine: vino, vinho: vino, purple: violeta,
    violet: violeta, roxo: violeta, light: claro, dark: oscuro, escuro: oscuro, obscuro: oscuro, pearl: perlado,
    perolizado: perlado, perla: perlado, nacarado: perlado, nacar: perlado`,
  ),
  city: new Map(),
  region: new Map(),
};

/** Finishes of paint that make no other colour. */
export const HARMLESS_DETAILS: ReadonlySet<string> = new Set([
  'bicapa',
  'metalico',
  'metalica',
  'metalizada',
  'metalizado',
  'solido',
  'solida',
  'tricapa',
]);
