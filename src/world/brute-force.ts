import { HOUR_MS } from '#contract/durations.ts';
import type { BuiltInView } from '#contract/inbox-filter-names.ts';
import { fold } from '#contract/search.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import type { MemoryDatabase } from './memory-database.ts';

// Lists, counts and figures from the rows of the gateway's database, without its queries.

/** An inquiry as somebody sees it, with its follow-up. */
export interface VisibleInquiry {
  agency: string;
  sid: string;
  at: number;
  dueAt: number | null;
  status: string;
  claimedBy: string | null;
  /** null: none, or it was changed since. */
  snoozedUntil: number | null;
  answeredAt: number | null;
  isSeen: 0 | 1;
  data: string;
}

/** The inquiries that somebody may see now, in no order. */
export function readVisible(gateway: Pick<MemoryDatabase, 'all'>, mail: string): VisibleInquiry[] {
  return gateway.all<VisibleInquiry>(
    `select inquiry.agency_key as agency, inquiry.sid, inquiry.at, due_at as dueAt, coalesce(follow_up.status, 'new') as status,
       follow_up.claimed_by as claimedBy, data,
       case when coalesce(changed_at, 0) <= follow_up.snoozed_until then follow_up.snoozed_until end as snoozedUntil,
       coalesce(min(touched_at, contacted_at), touched_at, contacted_at) as answeredAt,
       exists (select 1 from seen where seen.person_id = person.id and seen.agency_key = inquiry.agency_key
         and seen.sid = inquiry.sid) as isSeen
     from person cross join inquiry
     left join follow_up on follow_up.agency_key = inquiry.agency_key and follow_up.sid = inquiry.sid
     where person.mail = ?1 and gone_at is null and (role <> 'seller' or exists (
       select 1 from person_agency where person_id = person.id and admin_mail = inquiry.agency_key
         and (own_inquiries_only = 0 or lower(data ->> '$.OperadorResponsable') = ?1)))`,
    mail,
  );
}

const isOpen = ({ status }: VisibleInquiry) => status !== 'won' && status !== 'lost';
const isAsleep = ({ snoozedUntil }: VisibleInquiry, now: number) =>
  snoozedUntil !== null && snoozedUntil > now;
const isBack = ({ snoozedUntil }: VisibleInquiry, now: number) =>
  snoozedUntil !== null && snoozedUntil <= now;
const isUnanswered = ({ status, answeredAt }: VisibleInquiry) => status === 'new' && answeredAt === null;

interface Viewer {
  me: string;
  now: number;
  zone: string;
}

const DAYS_UNTIL_OLD = 7;
const startOfDayBefore = (days: number, { now, zone }: Viewer) =>
  startOfDay(addDays(dayAt(now, zone), -days), zone);
const isOld = (inquiry: VisibleInquiry, viewer: Viewer) =>
  isUnanswered(inquiry) && inquiry.dueAt !== null && inquiry.dueAt < startOfDayBefore(DAYS_UNTIL_OLD, viewer);

const VIEWS: Record<BuiltInView, (inquiry: VisibleInquiry, viewer: Viewer) => boolean> = {
  esperando: (inquiry, viewer) =>
    isOpen(inquiry) &&
    !isAsleep(inquiry, viewer.now) &&
    (isBack(inquiry, viewer.now) || (isUnanswered(inquiry) && !isOld(inquiry, viewer))),
  tarde: (inquiry, viewer) =>
    isUnanswered(inquiry) &&
    !isAsleep(inquiry, viewer.now) &&
    inquiry.dueAt !== null &&
    inquiry.dueAt <= viewer.now &&
    !isOld(inquiry, viewer),
  mias: (inquiry, { me }) => isOpen(inquiry) && inquiry.claimedBy === me,
  hoy: ({ at }, { now, zone }) => dayAt(at, zone) === dayAt(now, zone),
  pospuestas: (inquiry, { now }) => isAsleep(inquiry, now) || (isOpen(inquiry) && isBack(inquiry, now)),
  viejas: (inquiry, viewer) => isOld(inquiry, viewer) && inquiry.snoozedUntil === null,
};
const VIEW_NAMES = Object.keys(VIEWS) as BuiltInView[];

const compare = <Key extends number | string>(a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0);

export const toId = ({ agency, sid }: Pick<VisibleInquiry, 'agency' | 'sid'>) => `${agency} ${sid}`;

function rankUrgency(inquiry: VisibleInquiry, viewer: Viewer): number {
  const { at, dueAt } = inquiry;
  if (!isUnanswered(inquiry) || isOld(inquiry, viewer)) return 2;
  if (dueAt !== null && dueAt > viewer.now && dueAt <= viewer.now + HOUR_MS) return 0;
  if (dueAt !== null && dueAt <= viewer.now && dueAt >= startOfDayBefore(0, viewer)) return 1;
  return at >= startOfDayBefore(1, viewer) ? 3 : 4;
}

/** Ids of a list, in its order. */
export function listIds(
  inquiries: readonly VisibleInquiry[],
  view: BuiltInView | undefined,
  viewer: Viewer,
): string[] {
  const toKey = ({ at, snoozedUntil }: VisibleInquiry) => {
    if (view === 'pospuestas') return snoozedUntil ?? 0;
    return view === 'esperando' || view === 'tarde' || view === 'viejas' ? at : -at;
  };
  const toRank = (inquiry: VisibleInquiry) => (view === 'esperando' ? rankUrgency(inquiry, viewer) : 0);
  return inquiries
    .filter((inquiry) => view === undefined || VIEWS[view](inquiry, viewer))
    .toSorted(
      (a, b) =>
        compare(toRank(a), toRank(b)) ||
        compare(toKey(a), toKey(b)) ||
        compare(b.at, a.at) ||
        compare(a.sid, b.sid) ||
        compare(a.agency, b.agency),
    )
    .map(toId);
}

/** Counts of views. */
export function countViews(inquiries: readonly VisibleInquiry[], viewer: Viewer) {
  const count = (view: BuiltInView) => inquiries.filter((inquiry) => VIEWS[view](inquiry, viewer)).length;
  return {
    builtIn: Object.fromEntries(VIEW_NAMES.map((view) => [view, count(view)])),
    back: inquiries.filter((inquiry) => isOpen(inquiry) && isBack(inquiry, viewer.now)).length,
  };
}

/** Counts of what needs somebody now. */
export function countPending(inquiries: readonly VisibleInquiry[], viewer: Viewer) {
  const { now } = viewer;
  const isDueSoon = ({ dueAt }: VisibleInquiry) => dueAt !== null && dueAt > now && dueAt <= now + HOUR_MS;
  const unanswered = inquiries.filter(isUnanswered);
  const { builtIn, back } = countViews(inquiries, viewer);
  return {
    waiting: builtIn.esperando,
    overdue: builtIn.tarde,
    dueSoon: unanswered.filter((inquiry) => isDueSoon(inquiry) && !isAsleep(inquiry, now)).length,
    unread: unanswered.filter(({ isSeen }) => isSeen === 0).length,
    returned: back,
  };
}

/** Inquiries and answers of days. */
export function countDays(
  inquiries: readonly VisibleInquiry[],
  days: readonly string[],
  zone: string,
): { day: string; inquiries: number; answered: number }[] {
  const byDay = Map.groupBy(inquiries, ({ at }) => dayAt(at, zone));
  return days.map((day) => {
    const ofDay = byDay.get(day) ?? [];
    const answered = ofDay.filter(({ answeredAt }) => answeredAt !== null).length;
    return { day, inquiries: ofDay.length, answered };
  });
}

type Data = Record<'OrigenLead' | 'TipoAnuncio', unknown> &
  Record<'Auto' | 'Interesado', Record<string, unknown> | undefined>;

const FACETS: Record<string, (data: Data) => unknown> = {
  marca: ({ Auto }) => Auto?.Marca,
  origen: ({ OrigenLead }) => OrigenLead,
  tipo: ({ TipoAnuncio }) => TipoAnuncio,
  interes: ({ Interesado }) => Interesado?.Interes,
  condicion: ({ Auto }) => Auto?.Estado,
  provincia: ({ Interesado }) => Interesado?.Provincia,
};

/** Counts of the folded values of each facet, in the order of values. */
export function countFacets(
  inquiries: readonly VisibleInquiry[],
): Record<string, (readonly [value: string, count: number])[]> {
  const parsed = inquiries.map(({ data }) => JSON.parse(data) as Data);
  return Object.fromEntries(
    Object.entries(FACETS).map(([name, getValue]) => {
      const values = parsed.map(getValue).filter((value) => typeof value === 'string');
      const counts = Map.groupBy(values, (value) => fold(value.replaceAll('\0', '').toWellFormed().trim()));
      counts.delete('');
      return [name, sortCounts([...counts].map(([value, { length }]) => [value, length]))];
    }),
  );
}

/** Sorts counts by value. */
export const sortCounts = (counts: (readonly [value: string, count: number])[]) =>
  counts.toSorted(([a], [b]) => compare(a, b));
