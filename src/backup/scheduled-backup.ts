import { once } from 'node:events';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { deleteOldBackups, formatBackupName } from './backup-files.ts';
import { BackupError } from './backup-error.ts';
import { type BackupOptions, createBackup } from './create-backup.ts';
import { verifyBackup } from './verify-backup.ts';

/** Drafts of backups and proofs. None takes longer than the schedule allows it. */
const LEFTOVER = /^\.vitrina-(?:backup|proof)-|\.partial$/;
const LEFTOVER_MS = 24 * 3_600_000;

/** A backup of the schedule, which was proved. Times are ms. */
export interface ScheduledBackup {
  file: string;
  bytes: number;
  tookMs: number;
  proofMs: number;
}

/** Makes a backup and proves it. @throws Error when it could not be made, or is not proved */
export type RunBackup = (signal: AbortSignal) => Promise<ScheduledBackup>;

/** Makes a backup, proves it, and then deletes the oldest ones. One that is not proved is set aside under another name. */
export async function makeScheduledBackup(
  options: Omit<BackupOptions, 'file'> & { dir: string; keep: number },
): Promise<ScheduledBackup> {
  const { dir, keep, programs, clock, random } = options;
  const file = join(dir, formatBackupName(clock.now()));
  await deleteLeftovers(dir, clock.now() - LEFTOVER_MS);
  const startedAt = clock.monotonic();
  const { bytes } = await createBackup({ ...options, file });
  const tookMs = Math.round(clock.monotonic() - startedAt);
  const { problems, tookMs: proofMs } = await verifyBackup(file, { programs, clock, random });
  if (problems.length > 0) {
    await rename(file, `${file}.refuted`);
    throw new BackupError(`${file}.refuted is not proved: ${problems.join('; ')}`);
  }
  await deleteOldBackups(dir, keep);
  return { file, bytes, tookMs, proofMs: Math.round(proofMs) };
}

/** Deletes drafts of processes that were killed. */
async function deleteLeftovers(dir: string, before: number): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  for (const name of names.filter((each) => LEFTOVER.test(each))) {
    const path = join(dir, name);
    if ((await stat(path)).mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
}

export type ThreadReply = { backup: ScheduledBackup } | { error: string };

/** Runs a module in a thread, which makes a backup and posts a `ThreadReply`; an abort ends the thread. */
export async function runBackupThread(
  module: URL,
  workerData: unknown,
  signal: AbortSignal,
): Promise<ScheduledBackup> {
  const thread = new Worker(module, { workerData, execArgv: [] });
  const end = () => void thread.terminate();
  signal.addEventListener('abort', end);
  try {
    const ended = once(thread, 'exit').then(() => ({ error: 'The thread of the backup has ended' }));
    const [reply] = (await Promise.race([once(thread, 'message'), ended.then((error) => [error])])) as [
      ThreadReply,
    ];
    if ('error' in reply) throw new BackupError(reply.error);
    return reply.backup;
  } finally {
    signal.removeEventListener('abort', end);
    await thread.terminate();
  }
}
