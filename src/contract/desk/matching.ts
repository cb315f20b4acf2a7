import * as z from 'zod/mini';
import { boundedArray } from '#contract/bounded-array.ts';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';

/** Catalogs whose entries values are matched against. */
export const MATCH_KINDS = ['make', 'bodystyle', 'city', 'color'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** Values of one call. */
export const MAX_VALUES_PER_MATCH = 200;
export const MAX_VALUE_LENGTH = 200;
/** Saved answers of one catalog. */
export const MAX_ANSWERS = 5000;

/** Reasons for which a value matches an entry; a match has the strongest one. */
export const MATCH_REASONS = [
  'code',
  'name',
  'same',
  'form',
  'sound',
  'lead',
  'prefix',
  'words',
  'part',
  'initials',
  'abbreviation',
  'closeness',
] as const;

/** `sure`: the value identifies the first candidate. `doubtful`: a person decides. `none`: no candidate. */
export const CERTAINTIES = ['sure', 'doubtful', 'none'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

const Text = z.string().check(z.maxLength(MAX_VALUE_LENGTH));

/** `province` is of a city; empty: unknown. */
const ValueToMatch = z.strictObject({
  value: Text.check(z.regex(/\S/)),
  province: z._default(Text, ''),
});

export const MatchParams = z.object({ catalog: z.enum(MATCH_KINDS) });
export const MatchValues = z.strictObject({
  values: boundedArray(ValueToMatch, { min: 1, max: MAX_VALUES_PER_MATCH }),
});
export type MatchValues = z.infer<typeof MatchValues>;

/** An entry of a catalog. */
export const MatchedEntry = z.object({
  /** The last segment of its link. */
  id: z.string(),
  link: z.string(),
  name: z.string(),
  /** Name of a city's region. */
  region: z.nullable(z.string()),
});
export type MatchedEntry = z.infer<typeof MatchedEntry>;

export const MatchCandidate = z.object({
  entry: MatchedEntry,
  /** Certainty between 0 and 1. */
  score: z.number(),
  reason: z.enum(MATCH_REASONS),
});
export type MatchCandidate = z.infer<typeof MatchCandidate>;

/** An answer that somebody of this installation saved for a value. */
export const SavedAnswer = z.object({
  id: z.string(),
  value: z.string(),
  province: z.string(),
  /** null: no entry of the catalog. */
  entry: z.nullable(MatchedEntry),
  by: z.object({ id: z.string(), name: z.string() }),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type SavedAnswer = z.infer<typeof SavedAnswer>;

export const MatchedValue = z.object({
  certainty: z.enum(CERTAINTIES),
  /** The best ones, highest score first. */
  candidates: z.array(MatchCandidate),
  /** Region by which the candidates were looked for; null: none was given, or it was not recognized. */
  region: z.nullable(z.string()),
  /** null: none, or its entry is no longer in the catalog. */
  answer: z.nullable(SavedAnswer),
});
export type MatchedValue = z.infer<typeof MatchedValue>;

/** One result for each value, in their order. */
export const MatchedValues = z.object({ results: z.array(MatchedValue) });

export const SaveAnswers = z.strictObject({
  answers: boundedArray(z.extend(ValueToMatch, { entryId: z.nullable(z.string().check(z.maxLength(100))) }), {
    min: 1,
    max: MAX_ANSWERS,
  }),
});
export type SaveAnswers = z.infer<typeof SaveAnswers>;
export const SavedAnswers = z.object({ answers: z.array(SavedAnswer) });
export const AnswerParams = z.object({
  catalog: z.enum(MATCH_KINDS),
  id: z.string().check(z.regex(/^\w{1,64}$/)),
});

export const matchingEndpoints = deskEndpoints({
  /** A failure of the service is a problem of the whole call, never a value without candidates. */
  matchValues: endpoint({
    method: 'POST',
    path: '/desk/catalogs/{catalog}/matches',
    params: MatchParams,
    body: MatchValues,
    reply: MatchedValues,
    success: 200,
    errors: [400, 401, 403, 404, 429],
  }),
  /** Lists the answers of the whole installation, sorted by value. */
  listAnswers: endpoint({
    method: 'GET',
    path: '/desk/catalogs/{catalog}/answers',
    params: MatchParams,
    reply: SavedAnswers,
    success: 200,
    errors: [401, 403, 404],
  }),
  /**
   * Replaces the answers for the same values, also differently spelled; all of them or none. 400: an entry is not in the
   * catalog. 409 `too-many-saved`.
   */
  saveAnswers: endpoint({
    method: 'PUT',
    path: '/desk/catalogs/{catalog}/answers',
    params: MatchParams,
    body: SaveAnswers,
    success: 204,
    errors: [400, 401, 403, 404, 409, 429],
    maxBodyBytes: 8 * 1024 * 1024,
  }),
  deleteAnswer: endpoint({
    method: 'DELETE',
    path: '/desk/catalogs/{catalog}/answers/{id}',
    params: AnswerParams,
    success: 204,
    errors: [401, 403, 404],
  }),
});
