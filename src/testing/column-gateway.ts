import { catalogEndpoints } from '#contract/catalogs.ts';
import { type MatchRun, type RunAnswer, isMatchKind, matchRunEndpoints } from '#contract/desk/match-runs.ts';
import { type MatchedEntry, type MatchedValue, matchingEndpoints } from '#contract/desk/matching.ts';
import { PROBLEM_TYPE } from '#contract/problem.ts';
import { FakeGateway } from './fake-gateway.ts';

export const VW = { id: '77', name: 'Volkswagen', link: '/v3/marcas/77', region: null };
export const FORD = { id: '24', name: 'Ford', link: '/v3/marcas/24', region: null };
const RENAULT = { id: '64', name: 'Renault', link: '/v3/marcas/64', region: null };
const ENTRIES = new Map([VW, FORD, RENAULT].map((entry) => [entry.id, entry]));

const KNOWN: Record<string, [typeof VW, number]> = {
  VW: [VW, 0.97],
  volksvagen: [VW, 0.83],
  fords: [FORD, 0.7],
};

/** Matches a value as the gateway does; `answers` are those of the dictionary. */
export function matchMake(value: string, answers: ReadonlyMap<string, string | null>): MatchedValue {
  const [entry, score] = Object.hasOwn(KNOWN, value) ? (KNOWN[value] ?? []) : [];
  const saved = answers.get(value);
  return {
    certainty: !entry || !score ? 'none' : score >= 0.9 ? 'sure' : 'doubtful',
    candidates: entry && score ? [{ entry, score, reason: 'same' }] : [],
    region: null,
    answer:
      saved === undefined
        ? null
        : { id: '1', value, province: '', entry: saved ? FORD : null, by: { id: '1', name: 'Paula' }, at: 0 },
  };
}

/** Keeps runs with their answers, as the gateway does. */
export function serveRuns(gateway: FakeGateway, findEntry: (id: string) => MatchedEntry | undefined) {
  const runs = new Map<string, MatchRun>();
  const by = { id: 'p9', name: 'Zoe Paz' };
  let now = 0;
  gateway
    .reply(matchRunEndpoints.listMatchRuns, () => ({
      runs: [...runs.values()].map(({ id, kind, name, columns, at }) => ({
        id,
        by,
        at,
        kind,
        name,
        column: columns[0]?.name ?? '',
        catalogs: columns.map(({ field }) => field).filter(isMatchKind),
        rowCount: columns[0]?.cells.length ?? 0,
      })),
    }))
    .reply(matchRunEndpoints.addMatchRun, ({ body }) => {
      runs.set(body.id, { ...body, by, at: Date.now(), answers: [] });
    })
    .reply(
      matchRunEndpoints.viewMatchRun,
      ({ params: { id = '' } }) =>
        runs.get(id) ??
        Response.json(
          { Type: '/problems/not-found', Status: 404 },
          { status: 404, headers: { 'content-type': PROBLEM_TYPE } },
        ),
    )
    .reply(matchRunEndpoints.saveRunAnswers, ({ params: { id = '' }, body }) => {
      const run = runs.get(id);
      if (!run) throw new Error(`No run ${id}`);
      now += 1;
      const toKey = ({ catalog, row }: { catalog: string; row: number }) => `${catalog} ${row}`;
      const given = new Map<string, RunAnswer>(run.answers.map((answer) => [toKey(answer), answer]));
      for (const { row, catalog, answer } of body.answers) {
        const key = toKey({ catalog, row });
        given.delete(key);
        const entry = findEntry(answer?.entryId ?? '') ?? null;
        if (answer) given.set(key, { row, catalog, entry, source: answer.source, by, at: now });
      }
      const answers = [...given.values()];
      runs.set(id, { ...run, answers });
      return { answers };
    });
  return { runs, by };
}

/** A gateway that compares columns with makes, and keeps runs with their answers. */
export function openColumnGateway() {
  const answers = new Map<string, string | null>();
  const gateway = new FakeGateway()
    .reply(matchingEndpoints.matchValues, ({ body }) => ({
      results: body.values.map(({ value }) => matchMake(value, answers)),
    }))
    .reply(matchingEndpoints.saveAnswers, ({ body }) => {
      for (const { value, entryId } of body.answers) answers.set(value, entryId);
    })
    .reply(catalogEndpoints.listMakes, {
      _links: {},
      _entries: [
        { Nombre: 'Ford', Codenames: ['ford'], Modelos: null, _links: { self: { href: '/v3/marcas/24' } } },
        { Nombre: 'Renault', Codenames: [], Modelos: null, _links: { self: { href: '/v3/marcas/64' } } },
      ],
    });
  return { gateway, answers, ...serveRuns(gateway, (id) => ENTRIES.get(id)) };
}
