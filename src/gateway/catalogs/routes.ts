import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { MatchKind, MatchedEntry, MatchedValue, SavedAnswer } from '#contract/desk/matching.ts';
import { createValidationProblem, registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
import { getCertainty } from '#matching/matcher.ts';
import { deleteSavedAnswer, fetchAnswers, findAnswers, storeAnswers } from './answers.ts';
import { type Catalog, CatalogCache } from './catalog-cache.ts';
import { addRun, fetchRun, fetchRunAnswers, fetchRuns, fetchRunSize, storeRunAnswers } from './match-runs.ts';

const MAX_MATCH_CANDIDATES = 5;
/** Other requests run after this time of matching. */
const MAX_SLICE_MS = 15;

/** Routes that match many values against a catalog, of the answers that are saved for values, and of runs. */
export function catalogRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, clock, rateLimiter } = gateway;
  const cache = new CatalogCache(gateway);
  const getCatalog = (kind: Parameters<CatalogCache['get']>[0], person: Person) =>
    cache.get(kind, () => rateLimiter.consumeUpstreamCall(person));

  registerDeskRoutes(app, gateway, {
    async matchValues({ caller, params, body }) {
      const catalog = await getCatalog(params.catalog, caller.person);
      const answers = await findAnswers(db, params.catalog, body.values);
      const results: MatchedValue[] = [];
      let sliceStart = clock.monotonic();
      for (const [at, { value, province }] of body.values.entries()) {
        if (clock.monotonic() - sliceStart > MAX_SLICE_MS) {
          await yieldToEventLoop();
          sliceStart = clock.monotonic();
        }
        results.push({
          ...matchValue(catalog, value, province),
          answer: findValidAnswer(catalog, answers[at]),
        });
      }
      return { results };
    },

    listAnswers: async ({ params }) => ({ answers: await fetchAnswers(db, params.catalog) }),

    async saveAnswers({ caller, params, body, request }) {
      request.audit.target = params.catalog;
      const { entries } = await getCatalog(params.catalog, caller.person);
      const answers = body.answers.map(({ entryId, ...value }, at) => ({
        ...value,
        entry: findEntry(entries, entryId, `answers.${at}.entryId`),
      }));
      await storeAnswers(db, caller.person, params.catalog, answers, gateway.stamp());
    },

    async deleteAnswer({ params, request }) {
      request.audit.target = params.catalog;
      await deleteSavedAnswer(db, params.catalog, params.id);
    },

    listMatchRuns: async ({ caller }) => ({ runs: await fetchRuns(db, caller.person) }),

    async addMatchRun({ caller, body, request }) {
      request.audit.target = body.columns.map(({ field }) => field).join(', ');
      await addRun(db, caller.person, body, gateway.now());
    },

    viewMatchRun: ({ params }) => fetchRun(db, params.id),

    async saveRunAnswers({ caller, params, body }) {
      const { catalogs, rowCount } = await fetchRunSize(db, params.id);
      const entriesByCatalog = new Map<MatchKind, Catalog['entries']>();
      for (const { catalog, answer } of body.answers)
        if (answer?.entryId && catalogs.includes(catalog) && !entriesByCatalog.has(catalog))
          entriesByCatalog.set(catalog, (await getCatalog(catalog, caller.person)).entries);
      const answers = body.answers.map((given, at) => {
        const { row, catalog, answer } = given;
        if (row >= rowCount) throw createValidationProblem({ [`answers.${at}.row`]: 'invalid' });
        if (!catalogs.includes(catalog))
          throw createValidationProblem({ [`answers.${at}.catalog`]: 'invalid' });
        const entryId = answer?.entryId ?? null;
        const entries = entriesByCatalog.get(catalog);
        return { ...given, entry: findEntry(entries, entryId, `answers.${at}.answer.entryId`) };
      });
      await storeRunAnswers(db, caller.person, params.id, answers, gateway.now());
      return { answers: await fetchRunAnswers(db, params.id) };
    },
  });
}

/** @throws ProblemError `invalid-request`: the entry is not in the catalog */
function findEntry(
  entries: Catalog['entries'] | undefined,
  id: string | null,
  member: string,
): MatchedEntry | undefined {
  const entry = id === null ? undefined : entries?.get(id);
  if (id !== null && !entry) throw createValidationProblem({ [member]: 'invalid' });
  return entry;
}

function matchValue(catalog: Catalog, value: string, province: string): Omit<MatchedValue, 'answer'> {
  const { region, matches } = catalog.rank(value, province);
  const certainty = getCertainty(matches.map(({ score }) => score));
  return {
    // decided: a bare number may be an id, but also a model (208) or a mistake.
    certainty: certainty === 'sure' && /^\s*\d+\s*$/.test(value) ? 'doubtful' : certainty,
    candidates: matches.slice(0, MAX_MATCH_CANDIDATES).map(({ candidate, score, signals }) => ({
      entry: candidate.entry,
      score,
      reason: signals[0]?.signal ?? 'closeness',
    })),
    region,
  };
}

/** The answer with the entry as the catalog has it now; null where the entry is gone. */
function findValidAnswer({ entries }: Catalog, answer: SavedAnswer | undefined): SavedAnswer | null {
  if (!answer?.entry) return answer ?? null;
  const entry = entries.get(answer.entry.id);
  return entry ? { ...answer, entry } : null;
}
