import type { Kysely } from 'kysely';
import { type AuditChange, COMMAND_ADDRESS } from '#contract/desk/audit.ts';
import type { DeskName } from '#contract/desk/desk.ts';
import { gatewayCode } from '#contract/problem.ts';
import { ProblemError } from '#http/problem-error.ts';
import type { Stamp } from '#system/random.ts';
import { type AuditTables, completeEntry, createAuditIds, insertEntry } from './store.ts';

/**
 * Runs a write of a command between the creation of its audit entry and its completion, so that a crash leaves a trace.
 * `run` returns the result, and what it changed.
 */
export async function auditCommand<Result>(
  db: Kysely<AuditTables>,
  { action, target }: { action: DeskName; target?: string },
  { now, random }: Stamp,
  run: () => Promise<{ result: Result; changes?: readonly AuditChange[] }>,
): Promise<Result> {
  const entry = await insertEntry(
    db,
    { person: undefined, address: COMMAND_ADDRESS, action, target },
    { now, createAuditId: createAuditIds(random) },
  );
  try {
    const { result, changes } = await run();
    await completeEntry(db, entry, { status: 200, code: undefined, changes }, { target });
    return result;
  } catch (error) {
    const outcome =
      error instanceof ProblemError
        ? { status: error.problem.Status, code: gatewayCode(error.problem.Type) }
        : { status: 500, code: undefined };
    await completeEntry(db, entry, outcome, { target });
    throw error;
  }
}
