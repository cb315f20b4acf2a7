import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { AgenciaCreate } from '#contract/agencies.ts';
import {
  type InvitationFunnel,
  type InviteAgencies,
  REMINDER_INTERVAL_MS,
} from '#contract/desk/bulk-invitations.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { callEndpoint } from '#gateway/forward/upstream.ts';
import { readDetail } from '#gateway/forward/reply-schemas.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { InquiryTables } from '#gateway/inquiries/tables.ts';
import { type HandledRow, type JobHandler, RowFailure } from '#gateway/jobs/handler.ts';
import { type Tables as JobStoreTables, type NewJobRow, insertJob } from '#gateway/jobs/store.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { authorize } from '#gateway/permissions/permissions.ts';
import { createProblem } from '#gateway/problems.ts';
import { type InvitationTables, recordSend, recordSendReply } from './store.ts';

type Database = Kysely<JobStoreTables & InvitationTables & InquiryTables>;

interface Author {
  /** Id of the job. */
  id: string;
  person: Person;
  address: string;
}

/** `isReminder`: the invitation is sent again. */
const RowInput = z.object({ agency: AgenciaCreate, isReminder: z.boolean() });
type RowInput = z.infer<typeof RowInput>;

const toJobRow = (input: RowInput, cells: readonly string[]): NewJobRow => ({
  agency_key: mailKey(input.agency.AdminMail),
  cells,
  input,
});

/** Stores the job that invites the agencies of a file. */
export async function createInvitationJob(
  db: Database,
  author: Author,
  { name, columns, rows }: InviteAgencies,
  now: number,
): Promise<void> {
  const jobRows = rows.map(({ cells, ...row }): NewJobRow =>
    'agency' in row
      ? toJobRow({ agency: row.agency, isReminder: false }, cells)
      : { cells, input: null, failure: { code: row.skipped, detail: row.detail } },
  );
  await insertJob(db, { ...author, kind: 'invitations', name, columns, input: {}, rows: jobRows }, now);
}

/**
 * Stores the job that sends invitations of a job again.
 * @throws ProblemError `changed-meanwhile` when none is to be sent again
 */
export async function createReminderJob(
  db: Database,
  author: Author,
  { id, name }: { id: string; name: string },
  now: number,
): Promise<void> {
  const { agencies } = await fetchFunnel(db, id);
  const pending = agencies.filter(
    ({ isRegistered, sentAt }) => !isRegistered && sentAt <= now - REMINDER_INTERVAL_MS,
  );
  if (pending.length === 0) throw createProblem('changed-meanwhile');
  const rows = pending.map(({ adminMail, name: agencyName }) => {
    const agency = { AdminMail: adminMail, ...(agencyName !== null && { Nombre: agencyName }) };
    return toJobRow({ agency, isReminder: true }, [adminMail, agencyName ?? '']);
  });
  const columns = ['AdminMail', 'Nombre'];
  const input = { reminderOf: id };
  await insertJob(db, { ...author, kind: 'invitations', name, columns, input, rows }, now);
}

/** Counts the states of the agencies that a job has invited. */
export async function fetchFunnel(db: Database, jobId: string): Promise<InvitationFunnel> {
  const rows = await db
    .selectFrom('job_row')
    .innerJoin('invitation', 'invitation.agency_key', 'job_row.agency_key')
    .select((eb) => [
      'admin_mail',
      'name',
      'invitation.state',
      'registered_at',
      eb
        .selectFrom('invitation_send')
        .select(({ fn }) => fn.max('invitation_send.at').as('sent_at'))
        .whereRef('invitation_send.invitation_id', '=', 'invitation.id')
        .as('sent_at'),
      eb
        .selectFrom('invitation_send')
        .select(({ fn }) => fn.countAll<number>().as('sends'))
        .whereRef('invitation_send.invitation_id', '=', 'invitation.id')
        .as('sends'),
      eb
        .selectFrom('inquiry')
        .select(({ fn }) => fn.min('inquiry.at').as('first_at'))
        .whereRef('inquiry.agency_key', '=', 'invitation.agency_key')
        .as('first_at'),
    ])
    .where((eb) => eb.and({ job_id: jobId, 'job_row.state': 'done' }))
    .orderBy('number')
    .execute();
  return {
    agencies: rows.map((row) => ({
      adminMail: row.admin_mail,
      name: row.name,
      sentAt: row.sent_at ?? 0,
      sends: row.sends ?? 0,
      isRegistered: row.state === 'registered',
      registeredAt: row.registered_at,
      firstInquiryAt: row.first_at ?? null,
    })),
  };
}

/** Sends the invitation of a row, and records it as a single one is. */
export const invitationJobHandler: JobHandler = {
  callsService: true,
  async run(gateway, { person, signal }, row) {
    authorize(person, 'inviteAgency', undefined);
    const { agency, isReminder } = z.parse(RowInput, row.input);
    // decided: a reminder that may have arrived is not sent again, as it could be a second mail.
    if (row.isRepeated && isReminder) throw new RowFailure('outcome-unknown');
    if (row.isRepeated && (await isKnownToService(gateway, row, signal))) return;
    if (!isReminder && !row.isRepeated && (await isInvited(gateway.db, row)))
      throw new RowFailure('already-invited');
    await sendInvitation(gateway, person, { agency, signal });
  },
};

async function isInvited(db: Kysely<InvitationTables>, { adminMail }: HandledRow): Promise<boolean> {
  const invitation = await db
    .selectFrom('invitation')
    .select('state')
    .where('agency_key', '=', adminMail)
    .where('state', 'in', ['sending', 'sent', 'registered'])
    .executeTakeFirst();
  return invitation !== undefined;
}

/**
 * Returns true if an earlier attempt reached the service.
 * @throws ProblemError when it cannot be asked
 */
async function isKnownToService({ upstream }: Gateway, { adminMail }: HandledRow, signal: AbortSignal) {
  const { status } = await callEndpoint(upstream, v3.viewAgency, { adminMail }, { signal });
  if (status === 404 || status === 403) return false;
  if (status !== v3.viewAgency.success) throw createProblem('upstream-broken');
  return true;
}

async function sendInvitation(
  { db, upstream, now, stamp, wake }: Gateway,
  person: Person,
  { agency, signal }: { agency: AgenciaCreate; signal: AbortSignal },
): Promise<void> {
  const { AdminMail, Nombre } = agency;
  const recorded = await recordSend(db, person.id, { adminMail: AdminMail, name: Nombre ?? null }, stamp());
  const { status, location, body } = await upstream.call({
    endpoint: v3.inviteAgency,
    path: addressOf(v3.inviteAgency),
    body: Buffer.from(JSON.stringify(agency)),
    signal,
  });
  await recordSendReply(db, recorded, { status, location: upstream.toLocalPath(location) }, now());
  wake('invitation-checks');
  if (status === v3.inviteAgency.success) return;
  if (status === 429) throw createProblem('busy');
  throw new RowFailure(status === 409 ? 'already-registered' : 'refused', readDetail(body));
}
