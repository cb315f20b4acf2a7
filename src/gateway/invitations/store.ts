import type { NamesBuyer } from '#gateway/inquiries/buyers.ts';
import type { Generated, Kysely, QueryCreator, Selectable } from 'kysely';
import type { EditInvitationNote, INVITATION_STATES, Invitation } from '#contract/desk/invitations.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { type PeopleTables, mailKey } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import type { Stamp } from '#system/random.ts';
import type { ClaimColumns } from '#work/claims.ts';

type State = (typeof INVITATION_STATES)[number];

/** An invitation; its next check is at `due_at`. */
interface InvitationTable extends ClaimColumns {
  id: string;
  agency_key: string;
  admin_mail: string;
  name: string | null;
  state: State;
  location: string | null;
  /** Checks since the last send; the delay before the next check depends on it. */
  checks: Generated<number>;
  checked_at: number | null;
  registered_at: number | null;
  note: Generated<string>;
  /** Person id. */
  note_by: string | null;
  /** Incremented with each edit of the note. */
  version: Generated<number>;
}
export type InvitationRow = Selectable<InvitationTable>;

export interface InvitationTables {
  invitation: InvitationTable;
  invitation_send: {
    id: string;
    invitation_id: string;
    at: number;
    person_id: string;
    status: number | null;
  };
}

type Tables = InvitationTables & PeopleTables;

/** Delays between checks; the last one repeats. */
export const CHECK_DELAYS_MS = [1, 5, 15, 60, 360, 1440].map((minutes) => minutes * MINUTE_MS);

function getCheckDelay(checks: number): number {
  return CHECK_DELAYS_MS[Math.min(checks, CHECK_DELAYS_MS.length - 1)] ?? MINUTE_MS;
}

/** A send of an invitation, recorded before the call. */
export interface InvitationSend {
  id: string;
  send: string;
  /** State before the send; undefined for a new invitation. */
  previous: Pick<InvitationRow, 'state' | 'due_at'> | undefined;
}

/** Records a send before the call, so that it is known even if the reply is lost. */
export async function recordSend(
  db: Kysely<InvitationTables>,
  personId: string,
  { adminMail, name }: { adminMail: string; name: string | null },
  { now, random }: Stamp,
): Promise<InvitationSend> {
  return db.transaction().execute(async (transaction) => {
    const agency_key = mailKey(adminMail);
    const previous = await transaction
      .selectFrom('invitation')
      .select(['state', 'due_at'])
      .where('agency_key', '=', agency_key)
      .executeTakeFirst();
    const values = {
      admin_mail: adminMail,
      state: 'sending' as const,
      checks: 0,
      due_at: now + getCheckDelay(0),
    };
    const { id } = await transaction
      .insertInto('invitation')
      .values({ ...values, id: random.ulid(now), agency_key, name })
      .onConflict((conflict) =>
        conflict.column('agency_key').doUpdateSet({ ...values, ...(name !== null && { name }) }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const send = random.ulid(now);
    await transaction
      .insertInto('invitation_send')
      .values({ id: send, invitation_id: id, at: now, person_id: personId, status: null })
      .execute();
    return { id, send, previous };
  });
}

/** Records the reply to a send. A refusal does not change an invitation that was already sent or registered. */
export async function recordSendReply(
  db: Kysely<InvitationTables>,
  { id, send, previous }: InvitationSend,
  { status, location }: { status: number; location: string | undefined },
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('invitation_send').set({ status }).where('id', '=', send).execute();
    const confirmed = previous?.state === 'sent' || previous?.state === 'registered' ? previous : undefined;
    const outcome: Partial<InvitationRow> =
      status === 202
        ? { state: 'sent', due_at: now + getCheckDelay(0), ...(location && { location }) }
        : // The agency may have registered in the meantime, which also causes a refusal: check now.
          confirmed?.state === 'sent'
          ? { state: 'sent', due_at: now }
          : { state: confirmed?.state ?? 'refused', due_at: null };
    await transaction
      .updateTable('invitation')
      .set(outcome)
      .where((eb) => eb.and({ id, state: 'sending' }))
      .execute();
  });
}

/** State of an invited agency at the service; `at`: ms since 1970. */
export type CheckResult =
  | { state: 'registered'; at: number | null }
  | { state: 'sent' }
  | { state: 'unknown' };

/** Stores the result of a check and schedules the next one while the state may change. */
export async function recordCheckResult(
  db: Kysely<InvitationTables>,
  { id, state, checks }: Pick<InvitationRow, 'id' | 'state' | 'checks'>,
  result: CheckResult,
  now: number,
): Promise<void> {
  const nextState = getNextState(state, result.state);
  // The service may err: what it does not know is asked for once more, and then shown again where it is there.
  const isNewlyEnded = nextState === 'ended' && state !== 'ended';
  const isPending = nextState === 'sent' || nextState === 'sending' || isNewlyEnded;
  await db
    .updateTable('invitation')
    .set({
      state: nextState,
      checks: checks + 1,
      checked_at: now,
      due_at: isPending ? now + getCheckDelay(checks + 1) : null,
      ...(result.state === 'registered' && { registered_at: result.at }),
    })
    .where('id', '=', id)
    // Skips the update when another reply changed the state meanwhile.
    .where('state', '=', state)
    .execute();
}

function getNextState(state: State, result: CheckResult['state']): State {
  if (result !== 'unknown') return result;
  return state === 'sent' || state === 'registered' ? 'ended' : state;
}

/** Schedules another check after the same delay, after a failed one. */
export async function postponeCheck(
  db: Kysely<InvitationTables>,
  { id, checks }: Pick<InvitationRow, 'id' | 'checks'>,
  now: number,
): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ due_at: now + getCheckDelay(checks) })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .execute();
}

/** Marks the invitation of an agency as registered; without an invitation it does nothing. */
export async function markRegistered(
  db: QueryCreator<InvitationTables>,
  adminMail: string,
  at: number | null,
): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ state: 'registered', registered_at: at, due_at: null })
    .where('agency_key', '=', mailKey(adminMail))
    .execute();
}

/** Marks the invitation of an agency as ended. */
export async function markEnded(db: QueryCreator<InvitationTables>, adminMail: string): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ state: 'ended', due_at: null })
    .where('agency_key', '=', mailKey(adminMail))
    .execute();
}

export function fetchInvitationRow(
  db: Kysely<InvitationTables>,
  id: string,
): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitation').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Invitations with their sends, last sent first; optionally only the one with `id`. */
export async function fetchInvitations(db: Kysely<Tables>, id?: string): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitation')
    .leftJoin('person', 'person.id', 'invitation.note_by')
    .selectAll('invitation')
    .select('person.name as noted_by')
    .$if(id !== undefined, (query) => query.where('invitation.id', '=', id ?? ''))
    .execute();
  const sends = Map.groupBy(
    await db
      .selectFrom('invitation_send')
      .leftJoin('person', 'person.id', 'invitation_send.person_id')
      .select(['invitation_id', 'at', 'status', 'person.name as by'])
      .$if(id !== undefined, (query) => query.where('invitation_id', '=', id ?? ''))
      .orderBy('invitation_send.id', 'desc')
      .execute(),
    ({ invitation_id }) => invitation_id,
  );
  return rows
    .map((row) => ({
      id: row.id,
      adminMail: row.admin_mail,
      name: row.name,
      state: row.state,
      location: row.location,
      sends: (sends.get(row.id) ?? []).map(({ at, status, by }) => ({ at, status, by: by ?? '' })),
      checkedAt: row.checked_at,
      nextCheckAt: row.due_at,
      registeredAt: row.registered_at,
      note: row.note,
      noteBy: row.noted_by,
      version: row.version,
    }))
    .toSorted((a, b) => (b.sends[0]?.at ?? 0) - (a.sends[0]?.at ?? 0));
}

/** @throws ProblemError `changed-meanwhile`, `not-found` */
export async function updateNote(
  db: Kysely<InvitationTables>,
  personId: string,
  id: string,
  { note, version }: EditInvitationNote,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('invitation')
    .set({ note, note_by: personId, version: version + 1 })
    .where((eb) => eb.and({ id, version }))
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw createProblem((await fetchInvitationRow(db, id)) ? 'changed-meanwhile' : 'not-found');
}

/** Finds the notes about invited agencies that name a buyer. */
export async function findNotesNaming(
  db: Kysely<InvitationTables>,
  namesBuyer: NamesBuyer,
): Promise<Pick<InvitationRow, 'id' | 'note'>[]> {
  const rows = await db.selectFrom('invitation').select(['id', 'note']).where('note', '!=', '').execute();
  return rows.filter(({ note }) => namesBuyer(note));
}

/** Erases the notes about invited agencies that name a buyer. @returns how many */
export async function eraseNotesNaming(
  db: Kysely<InvitationTables>,
  namesBuyer: NamesBuyer,
): Promise<number> {
  const naming = await findNotesNaming(db, namesBuyer);
  for (const { id } of naming)
    await db
      .updateTable('invitation')
      .set((eb) => ({ note: '—', version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  return naming.length;
}
