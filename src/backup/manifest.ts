import * as z from 'zod/mini';

/** Version of the layout of backups; one with a later version is refused. */
export const FORMAT = 1;

export const PROGRAMS = ['gateway', 'service'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** The database of a program at the time of the backup. */
const ProgramEntry = z.object({
  name: z.enum(PROGRAMS),
  /** Name of the part with its data. */
  part: z.string(),
  /** Names of the migrations that it had. */
  migrations: z.array(z.string()),
  /** Number of rows, by table. */
  rows: z.record(z.string(), z.number()),
});

export const Manifest = z.object({
  format: z.number(),
  /** Version of Vitrina that made it. */
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Time of the beginning, in ISO 8601. */
  at: z.string(),
  programs: z.array(ProgramEntry),
  /** Name of the part with the sealed secrets, if there are any. */
  secrets: z.optional(z.string()),
  /** Every part, compressed by Zstandard, with its size and SHA-256. */
  parts: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;
export type ProgramEntry = z.infer<typeof ProgramEntry>;
