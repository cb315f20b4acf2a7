import type { Generated, Kysely, QueryCreator, Selectable } from 'kysely';
import { ulid } from 'ulid';
import type { EditInvitationNote, INVITATION_STATES, Invitation } from '#contract/desk/invitations.ts';
import { type Engine, skipLocked } from '#database/database.ts';
import { type PeopleTables, mailKey } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';

type State = (typeof INVITATION_STATES)[number];

interface InvitationTable {
  id: string;
  agency_key: string;
  admin_mail: string;
  name: string | null;
  state: State;
  location: string | null;
  /** How often the service was asked since it was last sent: what the next wait depends on. */
  checks: Generated<number>;
  checked_at: number | null;
  next_check_at: number | null;
  registered_at: number | null;
  note: Generated<string>;
  /** Id of a person. */
  note_by: string | null;
  /** Grows with the note. */
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

const MINUTE = 60_000;
/** After these waits the service is asked again what became of an invitation; then daily. */
const WAITS_MS = [1, 5, 15, 60, 360, 1440].map((minutes) => minutes * MINUTE);
/** Longer than asking takes. */
const CLAIM_MS = MINUTE;

function waitAfter(checks: number): number {
  return WAITS_MS[Math.min(checks, WAITS_MS.length - 1)] ?? MINUTE;
}

/** One time that an invitation is sent, noted before it is. */
export interface Sending {
  id: string;
  send: string;
  /** What was known of it until now. */
  former: Pick<InvitationRow, 'state' | 'next_check_at'> | undefined;
}

/** Notes that an invitation is about to be sent: should the answer be lost, it is known that it was on its way. */
export async function noteSending(
  db: Kysely<InvitationTables>,
  personId: string,
  { adminMail, name }: { adminMail: string; name: string | null },
  now: number,
): Promise<Sending> {
  return db.transaction().execute(async (transaction) => {
    const agency_key = mailKey(adminMail);
    const former = await transaction
      .selectFrom('invitation')
      .select(['state', 'next_check_at'])
      .where('agency_key', '=', agency_key)
      .executeTakeFirst();
    const written = {
      admin_mail: adminMail,
      state: 'sending' as const,
      checks: 0,
      next_check_at: now + waitAfter(0),
    };
    const { id } = await transaction
      .insertInto('invitation')
      .values({ ...written, id: ulid(now), agency_key, name })
      .onConflict((conflict) =>
        conflict.column('agency_key').doUpdateSet({ ...written, ...(name !== null && { name }) }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const send = ulid(now);
    await transaction
      .insertInto('invitation_send')
      .values({ id: send, invitation_id: id, at: now, person_id: personId, status: null })
      .execute();
    return { id, send, former };
  });
}

/** Notes the service's answer. One that was sent or registered before stays so when it is refused now. */
export async function noteAnswer(
  db: Kysely<InvitationTables>,
  { id, send, former }: Sending,
  { status, location }: { status: number; location: string | undefined },
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('invitation_send').set({ status }).where('id', '=', send).execute();
    const known = former?.state === 'sent' || former?.state === 'registered' ? former : undefined;
    const outcome: Partial<InvitationRow> =
      status === 202
        ? { state: 'sent', next_check_at: now + waitAfter(0), ...(location && { location }) }
        : // A refusal of what was sent before may mean that it is registered by now: asked at once.
          known?.state === 'sent'
          ? { state: 'sent', next_check_at: now }
          : { state: known?.state ?? 'refused', next_check_at: null };
    await transaction
      .updateTable('invitation')
      .set(outcome)
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .execute();
  });
}

/** What the service was found to say of an agency. */
export type Found = { state: 'registered'; at: number | null } | { state: 'sent' } | { state: 'unknown' };

/** Notes what the service said when it was asked; it is asked again while that may change. */
export async function noteFound(
  db: Kysely<InvitationTables>,
  { id, state, checks }: Pick<InvitationRow, 'id' | 'state' | 'checks'>,
  found: Found,
  now: number,
): Promise<void> {
  const next = stateAfter(state, found.state);
  const pending = next === 'sent' || next === 'sending';
  await db
    .updateTable('invitation')
    .set({
      state: next,
      checks: checks + 1,
      checked_at: now,
      next_check_at: pending ? now + waitAfter(checks + 1) : null,
      ...(found.state === 'registered' && { registered_at: found.at }),
    })
    .where('id', '=', id)
    // Another answer came meanwhile.
    .where('state', '=', state)
    .execute();
}

function stateAfter(state: State, found: Found['state']): State {
  if (found !== 'unknown') return found;
  return state === 'sent' || state === 'registered' ? 'ended' : state;
}

/** The service did not answer: it is asked again after the same wait. */
export async function putOff(
  db: Kysely<InvitationTables>,
  { id, checks }: Pick<InvitationRow, 'id' | 'checks'>,
  now: number,
): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ next_check_at: now + waitAfter(checks) })
    .where('id', '=', id)
    .where('next_check_at', 'is not', null)
    .execute();
}

/** The agency completed its registration; nothing is noted of one that was not invited from here. */
export async function noteRegistered(
  db: QueryCreator<InvitationTables>,
  adminMail: string,
  at: number | null,
): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ state: 'registered', registered_at: at, next_check_at: null })
    .where('agency_key', '=', mailKey(adminMail))
    .execute();
}

/** The association ended. */
export async function noteEnded(db: QueryCreator<InvitationTables>, adminMail: string): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ state: 'ended', next_check_at: null })
    .where('agency_key', '=', mailKey(adminMail))
    .execute();
}

/** Takes those whose time to be asked about has come; nobody else gets them until the claim runs out. */
export function claimDue(
  db: Kysely<InvitationTables>,
  engine: Engine,
  count: number,
  now: number,
): Promise<InvitationRow[]> {
  return db
    .updateTable('invitation')
    .set({ next_check_at: now + CLAIM_MS })
    .where('id', 'in', (eb) =>
      skipLocked(
        engine,
        eb
          .selectFrom('invitation')
          .select('id')
          .where('next_check_at', '<=', now)
          .orderBy('next_check_at')
          .limit(count),
      ),
    )
    .returningAll()
    .execute();
}

/** When the next one is due. */
export async function nextDue(db: Kysely<InvitationTables>): Promise<number | undefined> {
  const { next } = await db
    .selectFrom('invitation')
    .select((eb) => eb.fn.min('next_check_at').as('next'))
    .executeTakeFirstOrThrow();
  return next ?? undefined;
}

export function invitationRow(db: Kysely<InvitationTables>, id: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitation').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All that were ever sent, the one sent last first; with one id, that one or none. */
export async function invitationsShown(db: Kysely<Tables>, id?: string): Promise<Invitation[]> {
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
      nextCheckAt: row.next_check_at,
      registeredAt: row.registered_at,
      note: row.note,
      noteBy: row.noted_by,
      version: row.version,
    }))
    .toSorted((a, b) => (b.sends[0]?.at ?? 0) - (a.sends[0]?.at ?? 0));
}

/** @throws ProblemError `changed-meanwhile`, `not-found` */
export async function editNote(
  db: Kysely<InvitationTables>,
  personId: string,
  id: string,
  { note, version }: EditInvitationNote,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('invitation')
    .set({ note, note_by: personId, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refusal((await invitationRow(db, id)) ? 'changed-meanwhile' : 'not-found');
}
