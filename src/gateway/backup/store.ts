import type { Kysely } from 'kysely';
import type { ScheduledBackup } from '#backup/scheduled-backup.ts';
import type { ClaimColumns } from '#work/claims.ts';

/** One row: the newest backup of the schedule that was proved, and the failure of a later one. */
export interface BackupRow extends ClaimColumns {
  id: string;
  /** Time of the data in it. */
  at: number | null;
  file: string | null;
  bytes: number | null;
  took_ms: number | null;
  proof_ms: number | null;
  failed_at: number | null;
  failure: string | null;
}

export interface BackupTables {
  backup: BackupRow;
}

export async function saveBackup(
  db: Kysely<BackupTables>,
  { file, bytes, tookMs, proofMs, at, dueAt }: ScheduledBackup & { at: number; dueAt: number },
): Promise<void> {
  await db
    .updateTable('backup')
    .set({
      at,
      file,
      bytes,
      took_ms: tookMs,
      proof_ms: proofMs,
      due_at: dueAt,
      failed_at: null,
      failure: null,
    })
    .execute();
}

export async function saveBackupFailure(
  db: Kysely<BackupTables>,
  { failure, failedAt, dueAt }: { failure: string; failedAt: number; dueAt: number },
): Promise<void> {
  await db.updateTable('backup').set({ failure, failed_at: failedAt, due_at: dueAt }).execute();
}

export type BackupState = Pick<BackupRow, 'at' | 'bytes' | 'proof_ms' | 'failed_at' | 'failure'>;

export const fetchBackupState = (db: Kysely<BackupTables>): Promise<BackupState> =>
  db
    .selectFrom('backup')
    .select(['at', 'bytes', 'proof_ms', 'failed_at', 'failure'])
    .executeTakeFirstOrThrow();
