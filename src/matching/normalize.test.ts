import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { containsAllWords } from './contains-all-words.ts';
import { editDistance } from './edit-distance.ts';
import {
  foldForMatching,
  isAbbreviated,
  isPlaceholder,
  normalizeWords,
  stemAdjective,
  stemWords,
  stripKind,
  toSoundKey,
} from './normalize.ts';
import { toValueKey } from './value-key.ts';

it.each([
  ['Ñandú ÁRBOL', 'nandu arbol'],
  ['ﬁat', 'fiat'],
  [' a-b ', ' a-b '],
])('%j is folded to %j', (text, folded) => expect(foldForMatching(text)).toBe(folded));

it.each([
  ['Alte. Brown', 'almirante brown'],
  ['Ciudad Aut. de Bs.As.', 'ciudad autonoma de buenos aires'],
  ['bco. perl.', 'blanco perlado'],
  ['Bo. Cap. Fed.', 'barrio capital federal'],
  ['BSAS, CBA', 'buenos aires cordoba'],
  ['Cdad. Cdro. Cmte. Cnel.', 'ciudad comodoro comandante coronel'],
  ['Cnia. Cte. Ctes.', 'colonia comandante corrientes'],
  ['Dpto. Dr. Fco.', 'departamento doctor francisco'],
  ['Gdor. Gob. Gral. Ing.', 'gobernador gobernador general ingeniero'],
  ['Loc. met. metal.', 'localidad metalizado metalizado'],
  ['Mza. ngo. NQN Ntra.', 'mendoza negro neuquen nuestra'],
  ['osc. Pcia. Pdo. plat.', 'oscuro provincia partido plateado'],
  ['Prov. Pte. Pto. Sgo.', 'provincia presidente puerto santiago'],
  ['Sn. Sra. Sta. Stgo. Sto.', 'san senora santa santiago santo'],
  ['Tte. Tuc. Va. Vte.', 'teniente tucuman villa vicente'],
  ['3 9 25 28', 'tres nueve veinticinco veintiocho'],
  ['3ro 3ero III', 'tercero tercero tercero'],
  ['4 4to IV', 'cuarto cuarto cuarto'],
  ['(a), b-c/d', 'a b c d'],
  ['…', ''],
])('%j is compared as %j', (text, words) => expect(normalizeWords(text)).toBe(words));

it.each([
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
])('%j says nothing', (words) => {
  expect(isPlaceholder(words)).toBe(true);
  expect(isPlaceholder(`${words} x`)).toBe(false);
});

it.each([
  ...[
    'provincia',
    'ciudad',
    'localidad',
    'partido',
    'municipio',
    'municipalidad',
    'departamento',
    'barrio',
  ].flatMap((kind): [string, string][] => [
    [`${kind} de tres`, 'tres'],
    [`${kind} del sur`, 'sur'],
    [kind, kind],
    [`x ${kind} de tres`, `x ${kind} de tres`],
  ]),
  ...['provincia', 'localidad', 'partido', 'municipio', 'barrio', 'marca', 'color', 'carroceria', 'tipo'].map(
    (kind): [string, string] => [`${kind} rojo`, 'rojo'],
  ),
  // Names of places begin so.
  ['ciudad evita', 'ciudad evita'],
  ['departamento x', 'departamento x'],
  ...['capital', 'centro', 'argentina', 's a', 'sa', 's r l', 'srl'].flatMap(
    (addition): [string, string][] => [
      [`salta ${addition}`, 'salta'],
      [addition, addition],
      [`salta ${addition} x`, `salta ${addition} x`],
    ],
  ),
  ['provincia de salta capital', 'salta'],
])('%j without its kind is %j', (words, stripped) => expect(stripKind(words)).toBe(stripped));

it.each([
  ['rojos', 'roj'],
  ['rojas', 'roj'],
  ['azules', 'azul'],
  ['grises', 'gris'],
  ['gris', 'gris'],
  ['fords', 'ford'],
  ['camionetas', 'camionet'],
  ['rojito', 'roj'],
  ['casita', 'cas'],
  ['verde', 'verd'],
  ['gol', 'gol'],
  ['kas', 'kas'],
  ['casa', 'cas'],
  ['dos rojos', 'dos roj'],
  ['bess', 'bess'],
  ['tres', 'tr'],
  ['pies', 'pies'],
  ['aloe', 'alo'],
  ['gps res', 'gps res'],
])('the stem of %j is %j', (words, stem) => expect(stemWords(words)).toBe(stem));

it.each([
  ['phiat', 'fiat'],
  ['shev', 'Xeb'],
  ['chev', 'Xeb'],
  ['queso', 'Keso'],
  ['quiso', 'Kiso'],
  ['qa', 'Ka'],
  ['kia', 'Kia'],
  ['cena', 'sena'],
  ['cima', 'sima'],
  ['cyan', 'sian'],
  ['zona', 'sona'],
  ['xona', 'sona'],
  ['casa', 'Kasa'],
  ['guerra', 'Gera'],
  ['guita', 'Gita'],
  ['guarda', 'guarda'],
  ['general', 'Jeneral'],
  ['gira', 'Jira'],
  ['gyro', 'Jiro'],
  ['gato', 'gato'],
  ['jota', 'Jota'],
  ['honda', 'onda'],
  ['vw', 'b'],
  ['wolks', 'bolKs'],
  ['llave', 'iabe'],
  ['yave', 'iabe'],
  ['tanbien', 'tambien'],
  ['inpar', 'impar'],
  ['inca', 'inKa'],
  ['fiattt', 'fiat'],
  ['aabbaa', 'aba'],
])('%j sounds like %j', (letters, sound) => expect(toSoundKey(letters)).toBe(sound));

describe('the edit distance', () => {
  /** Optimal string alignment by its recurrence. */
  const distanceOf = (a: string, b: string): number => {
    if (a === '' || b === '') return a.length + b.length;
    const [shortA, shortB] = [a.slice(0, -1), b.slice(0, -1)];
    const isSwapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
    return Math.min(
      distanceOf(shortA, b) + 1,
      distanceOf(a, shortB) + 1,
      distanceOf(shortA, shortB) + (a.at(-1) === b.at(-1) ? 0 : 1),
      isSwapped ? distanceOf(a.slice(0, -2), b.slice(0, -2)) + 1 : Infinity,
    );
  };

  it('counts insertions, deletions, substitutions and transpositions, up to its limit', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
    fc.assert(
      fc.property(text, text, fc.nat({ max: 5 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(distanceOf(a, b), limit + 1));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['', '', 0, 0],
    ['ab', 'ba', 1, 1],
    ['abcd', 'badc', 2, 2],
    ['ab', 'bca', 3, 3],
    ['abc', 'abcde', 1, 2],
    ['abc', 'abcd', 1, 1],
    ['xabcy', 'abc', 2, 2],
    ['kitten', 'sitting', 3, 3],
    ['kitten', 'sitting', 2, 3],
  ])('of %j and %j is, up to %i, %i', (a, b, limit, distance) => {
    expect(editDistance(a, b, limit)).toBe(distance);
    expect(editDistance(b, a, limit)).toBe(distance);
  });
});

it.each([
  [['San Martín', 'Mendoza'], 'mendoza martin', true],
  [['San Martín', null, undefined, ''], 'MARTÍN', true],
  [['San Martín'], 'san juan', false],
  [['ab', 'cd'], 'bc', false],
  [['a'], '', true],
])('%j contains all words of %j: %s', (texts, search, contained) =>
  expect(containsAllWords(texts, search)).toBe(contained),
);

it.each([
  ['Bs. As.', 'buenos aires'],
  [' ROJO ', 'rojo'],
  [' ¿? ', '¿?'],
  ['', ''],
])('the key of %j is %j', (value, key) => expect(toValueKey(value)).toBe(key));

it.each([
  ['Bco.', true],
  ['bs. as.', true],
  ['bco perlado', false],
  ['blanco', false],
  ['', false],
])('%j consists of abbreviations: %s', (text, is) => expect(isAbbreviated(text)).toBe(is));

it.each([
  ['bronceado', 'bronce'],
  ['azulada', 'azul'],
  ['rojizo', 'rojo'],
  ['verdoso', 'verde'],
  ['grisaceo', 'gris'],
  ['amarillento', 'amarillo'],
  ['negruzcos', 'negro'],
])('the adjective %s has the stem of %s', (adjective, name) =>
  expect(stemAdjective(adjective)).toBe(stemWords(name)),
);

it.each(['ad', 'gado', 'rosa'])('%s is no adjective', (word) =>
  expect(stemAdjective(word)).toBe(stemWords(word)),
);
