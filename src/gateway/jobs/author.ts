import type { Kysely } from 'kysely';
import type { DeskName } from '#contract/desk/desk.ts';
import { JOB_KINDS, type JobKind } from '#contract/desk/jobs.ts';
import { type PeopleTables, type Person, findPersonById } from '#gateway/people/store.ts';
import { isAllowed } from '#gateway/permissions/permissions.ts';
import type { JobRecord } from './tables.ts';

/** The right that a job is begun with. Its author needs it as long as the job runs, and to read the job afterwards. */
const RIGHTS: Record<JobKind, DeskName> = {
  'follow-up': 'changeFollowUps',
  import: 'importFollowUps',
  undo: 'undoJob',
  invitations: 'inviteAgencies',
  export: 'exportInquiries',
  resend: 'resendMissed',
};

/** Kinds of jobs that a person may begin. */
export function listAllowedKinds(person: Person): JobKind[] {
  return JOB_KINDS.filter((kind) => isAllowed(person, RIGHTS[kind], undefined));
}

/** The person that a job acts for, with the rights of this moment; undefined: disabled, or may not do this any more. */
export async function findJobAuthor(
  db: Kysely<PeopleTables>,
  { person_id, kind }: Pick<JobRecord, 'person_id' | 'kind'>,
): Promise<Person | undefined> {
  const person = await findPersonById(db, person_id);
  return person && isAllowed(person, RIGHTS[kind], undefined) ? person : undefined;
}
