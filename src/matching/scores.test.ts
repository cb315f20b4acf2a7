import { expect, it } from 'vitest';
import { createCatalogMatcher } from './catalog-matcher.ts';
import { type Match, getCertainty } from './matcher.ts';
import { createPlaceMatcher } from './place-matcher.ts';
import { type CatalogKind, SYNONYMS } from './synonyms.ts';

// Scores of many spellings, as text: the diff of `scores.txt` shows what a change of a weight or a rule means to people.

const MAKES = `Alfa Romeo|Audi|BMW|Chery|Chevrolet|Citroën|DS|Fiat|Ford|Great Wall|JAC|Kia|Land Rover|Mercedes-Benz|Mini
Rolls-Royce|Rover|SsangYong|Volkswagen`;
const COLORS =
  'Azul|Azul oscuro|Beige|Blanco|Blanco perlado|Gris|Gris claro|Gris oscuro|Gris plata|Plateado|Rojo';
const BODY_STYLES = 'Coupé|Familiar|Hatchback|Pickup|Sedán|SUV|Utilitario';
const REGIONS = 'Buenos Aires|Ciudad Autónoma de Buenos Aires|Entre Ríos|La Pampa|La Rioja|Santa Fe|Tucumán';
const CITIES = `Buenos Aires@Ciudad Autónoma de Buenos Aires|La Plata@Buenos Aires|La Rioja@La Rioja|Mar del Plata@Buenos Aires
Paraná@Entre Ríos|Rosario@Santa Fe|Rosario del Tala@Entre Ríos|San Carlos@Santa Fe|San Miguel@Buenos Aires
San Miguel de Tucumán@Tucumán|Santa Fe@Santa Fe|Santa Rosa@La Pampa|Santa Rosa@Santa Fe|Nueve de Julio@Buenos Aires`;

const split = (text: string) => text.split(/[|\n]/);
const toCandidates = (texts: string) =>
  split(texts).map((name, id) => ({ id, codes: [`/x/${id}/`, `C${id}`], names: [name] }));
const matchers = {
  make: createCatalogMatcher('make', toCandidates(MAKES)),
  color: createCatalogMatcher('color', toCandidates(COLORS)),
  bodystyle: createCatalogMatcher('bodystyle', toCandidates(BODY_STYLES)),
  region: createCatalogMatcher('region', toCandidates(REGIONS)),
};
const places = createPlaceMatcher(
  split(CITIES).map((text, id) => {
    const [name = '', region = ''] = text.split('@');
    return { id, codes: [], names: [name], region };
  }),
  (region) => [`AR-${region.charAt(0)}`],
);

const WRITTEN: Record<keyof typeof matchers, string> = {
  make: `VW|vw gol trend|Volkswagen Amarok V6|VOLKSVAGEN|wolksvagen gol|Volks|chevrolett|CHEV|chebrolet corsa|Shevrolet|Chevrolet - Onix
mercedes benz|Mercedes|M. Benz|M B|MERCEDEZ BENZ C200|mercedesbenz|ford|FORD ARGENTINA|Ford Ka|fords|F0rd|fiat palio|citroen|citröen|sitroen
Citroën/DS3|bmw|b.m.w.|BMW X5 3.0|audy|land rover|LANDROVER|Range Rover|Land Rover Defender|land rober|rover 214|alpha romeo|A. Romeo
great wal|greatwall wingle|sangyong|ssang yong|mini cooper|cherry|jac motors|ds 3|Fiat Chevrolet|Rover Mini|/x/3|/X/3/|c7|C7/|3|+3|-3|/x/99
https://x.example/3|N/A|s/d|otros|?|kia kia|marca ford|ford sa|ford s r l|rr|rolls|royse|rols roice|gw|AR|alfa romeo y fiat|x mini|fiat alfa romeo|ford land rover|alfa romeo fiat`,
  color: `gris claor|gris|gris plat|gris plata met|plata|plateada|rojos|roja|rojo perlado|colorado|azul|azules|azulado|azul osc|azul marino|bco|blanca
blanco perl|blanc|beis|bege|grisoscuro|oscuro|gris-oscuro metalizado|color rojo|negro|sin dato|gris o azul|gris azul|rojo/blanco|g|gr|gri`,
  bodystyle: `sedan|sedán 4 puertas|4 puertas|sedan 5p|hatch|hatch 5p|hatchbak|suv|S.U.V.|pick-up|pick up|pickups|doble cabina|coupe|cupé|cupe|familiar
rural|sw|furgon|furgoneta|van|utilitarios|utilitario chico|tipo suv|otro|sport utility`,
  region: `bs as|bsas|Bs. As.|BA|GBA|CABA|capital federal|C.A.B.A|ciudad de buenos aires|entre rios|Entrerios|E. Ríos|la pampa|lp|LR|rioja|sta fe|sta. fe
provincia de santa fe|pcia tucuman|tucuman|tuc|tucumán argentina|ciudad autonoma|autonoma de bs as|pampas|er|santafe|santa fé capital`,
};
const PLACES = `Rosario|rosario, santa fe|Rosario (Santa Fe)|Santa Fe - Rosario|rosario santa fe|Rosario/Buenos Aires|rosario del tala|rosario tala
la plata|La Plata Buenos Aires|san miguel|san miguel tucuman|San Miguel de Tucumán|s m de tucuman|tucuman|santa rosa|santa rosa la pampa|Santa Rosa, Santa Fe
santa rosa - lp|mar del plata|mdp|mardel|caba|capital|9 de julio|nueve de julio|parana e rios|parana, er|la rioja|rioja, la rioja|xyz, santa fe|, santa fe|bs as
Rosario- Santa Fe|Rosario -Santa Fe|Rosario-Santa Fe|la pampa|tucuman, x|Centro, Rosario, Santa Fe|Santa Fe, Rosario, Centro|La Plata Gran Buenos Aires
Rosario provincia santa fe|Rosario – Santa Fe|Rosario, AR-S, |AR-S, , Rosario|Rosario [Santa Fe]|Rosario|Santa Fe|xyz|`;
const PLACES_IN = `Rosario@santa fe|Rosario@AR-S|Rosario@Entre Ríos|rosaro@santa fe|rosario@xyz|rosario@ |santa rosa@la pampa|santa rosa@pampas|santa rosa@sta fe
rosario (santa fe)@santa fe|santa fe, rosario@santa fe|la plata@buenos aire|la plata@tucuman|xyz@santa fe|xyz@xyz|san miguel@tucumán|xyz (santa fe)@santa fe|rosario@santa fee|la rioja@la rioja`;

/** Ways of writing a name, each in several ways. */
const VARIANTS: Record<string, (name: string) => readonly string[]> = {
  beginnings: (name) => at(name, (index) => name.slice(0, index + 1)),
  ends: (name) => at(name, (index) => name.slice(index + 1)),
  'a letter missing': (name) => at(name, (index) => name.slice(0, index) + name.slice(index + 1)),
  'two missing': (name) => at(name, (index) => name.slice(0, index) + name.slice(index + 2)),
  'three missing': (name) => at(name, (index) => name.slice(0, index) + name.slice(index + 3)),
  'a letter more': (name) => at(name, (index) => `${name.slice(0, index)}o${name.slice(index)}`),
  'another letter': (name) => at(name, (index) => `${name.slice(0, index)}x${name.slice(index + 1)}`),
  swapped: (name) =>
    at(
      name,
      (index) => name.slice(0, index) + name.charAt(index + 1) + name.charAt(index) + name.slice(index + 2),
    ),
  'in two': (name) => at(name, (index) => `${name.slice(0, index)} ${name.slice(index)}`),
  'misspelled with more': (name) =>
    at(name, (index) => `${name.slice(0, index)}${name.slice(index + 1)} 1 x zz`),
  'misspelled after more': (name) =>
    at(name, (index) => `zz x ${name.slice(0, index)}${name.slice(index + 1)}`),
  'with more': (name) => [
    `${name} 1.6`,
    `${name} zz x yy`,
    `zz ${name}`,
    `z y ${name} x`,
    `${name}zz`,
    `zz${name}`,
  ],
  'in other words': (name) => [
    name.toUpperCase(),
    ` ${name}. `,
    name.replaceAll(/[ -]/g, ''),
    `${name}s`,
    `${name}es`,
    `${name}ito`,
    `${name} ${name}`,
    name
      .split(/[ -]/)
      .map((word) => word.charAt(0))
      .join(''),
    name.split(/[ -]/).toReversed().join(' '),
    name
      .split(/[ -]/)
      .map((word) => word.slice(0, 2))
      .join(' '),
  ],
};

function at(name: string, write: (index: number) => string): string[] {
  return Array.from(name, (_, index) => write(index));
}

const show = ({
  candidate,
  score,
  signals,
}: Match<{ id: number; codes: readonly string[]; names: readonly string[] }>) =>
  `${candidate.names[0]} ${score.toFixed(3)} (${signals.map(({ signal, weight }) => `${signal} ${weight.toFixed(3)}`).join(', ')})`;

it('spellings have the scores of scores.txt', async () => {
  const lines = (Object.keys(matchers) as (keyof typeof matchers)[]).flatMap((kind) =>
    split(WRITTEN[kind]).map((value) => {
      const ranked = matchers[kind].ranked(value);
      expect(matchers[kind].best(value)?.score).toBe(ranked[0]?.score);
      return `${kind} ${value}: ${getCertainty(ranked.map(({ score }) => score))} ${ranked.slice(0, 3).map(show).join('; ')}`;
    }),
  );
  const placed = [...split(PLACES), ...split(PLACES_IN)].map((text) => {
    const [value = '', province] = text.split('@');
    const { region, matches } = places.rank(value, province);
    return `place ${text}: ${region ? show(region) : '-'}: ${matches.slice(0, 3).map(show).join('; ')}`;
  });
  await expect([...lines, ...placed, ''].join('\n')).toMatchFileSnapshot('scores.txt');
});

it('misspelled names have the scores of misspelled.txt', async () => {
  const names = ['make', 'color', 'bodystyle', 'region'] as const;
  const lines = names.flatMap((kind) => {
    const candidates = toCandidates(
      { make: MAKES, color: COLORS, bodystyle: BODY_STYLES, region: REGIONS }[kind],
    );
    return candidates.flatMap(({ id, names: [name = ''] }) =>
      Object.entries(VARIANTS).map(([title, write]) => {
        const scores = write(name).map((value) => {
          const best = matchers[kind].best(value);
          if (!best) return '-';
          return (best.candidate.id === id ? '' : '!') + best.score.toFixed(3).replace(/^0/, '');
        });
        return `${name}, ${title}: ${scores.join(' ')}`;
      }),
    );
  });
  await expect([...lines, ''].join('\n')).toMatchFileSnapshot('misspelled.txt');
});

it('synonyms are those of synonyms.txt, and each is found by itself', async () => {
  const lines = (Object.keys(SYNONYMS) as CatalogKind[]).flatMap((kind) =>
    [...SYNONYMS[kind]].map(([name, synonyms]) => {
      const matcher = createCatalogMatcher(kind, [{ id: 1, codes: [], names: [name] }]);
      // Two letters may be an abbreviation of something else: they are never sure but for a region.
      const isUnsure = (synonym: string) => synonym.length === 2 && kind !== 'region';
      for (const synonym of synonyms)
        expect(matcher.best(synonym)?.score).toBeGreaterThan(isUnsure(synonym) ? 0.85 : 0.95);
      return `${kind} ${name}: ${synonyms.join(', ')}`;
    }),
  );
  await expect([...lines, ''].join('\n')).toMatchFileSnapshot('synonyms.txt');
});
