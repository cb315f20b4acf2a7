import type { Kysely } from 'kysely';
import { type Handover, type HandoverRow, MAX_HANDOVER_ROWS } from '#contract/desk/handover.ts';
import { DAY_MS } from '#contract/durations.ts';
import { type RecordedChange, getText } from '#contract/follow-up/change-kinds.ts';
import { isHandled } from '#contract/follow-up/follow-up-state.ts';
import { compareHandoverRows, resolveHandoverKind } from '#contract/handover.ts';
import { personName, vehicleName } from '#contract/inquiry-names.ts';
import type { Auto, Interesado } from '#contract/inquiries.ts';
import type { Tolerant } from '#contract/reading.ts';
import { fetchFollowUpsByNumber } from '#gateway/follow-up/store.ts';
import { parseExactJson } from '#gateway/forward/exact-json.ts';
import type { Filters, ListContext } from '#gateway/inquiries/conditions.ts';
import { fetchPage } from '#gateway/inquiries/lists.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import type { GatewayTables } from '#gateway/store.ts';

/** decided: the sheet leaves out appointments of older inquiries, which are over. */
const APPOINTMENT_DAYS = 90;

interface StoredInquiry {
  Interesado?: Tolerant<typeof Interesado>;
  Auto?: Tolerant<typeof Auto>;
}

interface SheetRequest {
  scope: Scope;
  context: ListContext;
  /** Id of the person whose inquiries are listed; undefined: everybody's. */
  owner: string | undefined;
}

/** Reads the sheet by the lists of the inbox: what waits, what is snoozed, and appointments. */
export async function fetchHandover(
  db: Kysely<GatewayTables>,
  { scope, context, owner }: SheetRequest,
): Promise<Handover> {
  const { now } = context;
  // The facet of a person's own inquiries lists those of any person.
  const mine = owner === undefined ? {} : { mias: 'si' };
  const list = (filters: Filters, order: 'oldest' | 'return') =>
    fetchPage(
      db,
      { scope, filters, context: { ...context, me: owner ?? context.me } },
      { order, limit: MAX_HANDOVER_ROWS + 1 },
    );
  const appointments = { from: now - APPOINTMENT_DAYS * DAY_MS, narrowing: { ...mine, seguimiento: 'cita' } };
  const pages = await Promise.all([
    list({ view: 'esperando', narrowing: mine }, 'oldest'),
    list({ view: 'pospuestas', narrowing: mine }, 'return'),
    list(appointments, 'oldest'),
  ]);
  const waiting = new Set(pages[0].rows.map(({ number }) => number));
  const listed = new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.number, row]));
  const numbers = [...listed.keys()];
  const followUps = await fetchFollowUpsByNumber(db, numbers);
  const notes = await fetchNotes(db, numbers);
  const rows = [...listed.values()].map((row): HandoverRow => {
    const followUp = followUps.get(row.number);
    const state = { status: followUp?.status ?? 'new', snoozedUntil: followUp?.snoozedUntil ?? null };
    const inquiry = parseExactJson(row.data) as StoredInquiry;
    return {
      adminMail: row.agency_key,
      sid: row.sid,
      kind: resolveHandoverKind(state, now, waiting.has(row.number)),
      buyer: personName(inquiry.Interesado ?? {}),
      contacts: [inquiry.Interesado?.Telefono, inquiry.Interesado?.Email].flatMap((text) =>
        typeof text === 'string' && text !== '' ? text : [],
      ),
      vehicle: vehicleName(inquiry.Auto ?? {}),
      status: state.status,
      owner: followUp?.claimedBy ?? null,
      at: row.at,
      dueAt: isHandled(followUp) ? null : row.due_at,
      returnsAt: state.snoozedUntil,
      note: notes.get(row.number) ?? null,
    };
  });
  return {
    rows: rows.toSorted(compareHandoverRows).slice(0, MAX_HANDOVER_ROWS),
    more: rows.length > MAX_HANDOVER_ROWS,
    masked: false,
    readAt: now,
  };
}

/** The pinned note of each indexed inquiry, or its newest one. */
async function fetchNotes(
  db: Kysely<GatewayTables>,
  numbers: readonly number[],
): Promise<Map<number, { text: string; at: number; isPinned: boolean }>> {
  if (numbers.length === 0) return new Map();
  const entries = await db
    .selectFrom('inquiry as i')
    .innerJoin('follow_up as f', (join) =>
      join.onRef('f.agency_key', '=', 'i.agency_key').onRef('f.sid', '=', 'i.sid'),
    )
    .innerJoin('follow_up_entry as e', (join) =>
      join.onRef('e.agency_key', '=', 'i.agency_key').onRef('e.sid', '=', 'i.sid'),
    )
    .select(['i.number', 'e.id', 'e.at', 'e.change', 'f.pinned_note'])
    .where('i.number', 'in', numbers)
    .where('f.notes', '>', 0)
    .where('e.undone', '=', 0)
    .where('e.change', 'like', '{"kind":"note"%')
    .orderBy('e.number')
    .execute();
  const notes = new Map<number, { text: string; at: number; isPinned: boolean }>();
  for (const { number, id, at, change, pinned_note } of entries) {
    if (notes.get(number)?.isPinned) continue;
    const text = getText(JSON.parse(change) as RecordedChange) ?? '';
    notes.set(number, { text, at, isPinned: id === pinned_note });
  }
  return notes;
}
