import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { FollowUp, Status } from '#contract/desk/follow-up.ts';
import { type Hours, countOpenMs } from '#contract/hours.ts';
import { computeResponseClock } from '#contract/response-clock.ts';
import { isHandled, isSnoozeExpired } from '#contract/follow-up-state.ts';
import { formatShortTime } from '#console/follow-up/times.ts';
import type { Row } from '#console/inquiries/inquiries-queries.ts';
import type { RowState } from '#console/inquiries/InquiryRow.tsx';
import type { Formats } from '#console/ui/formats.ts';

const MINUTE_MS = 60_000;
/** So long after its time the minutes say nothing more, ms. */
const OVERDUE_MS = 36 * 60 * MINUTE_MS;

interface Setting {
  /** Undefined where they could not be read: rows then have no clock. */
  hours: Hours | undefined;
  /** The person's id. */
  me: string;
  now: number;
  /** IANA name of the zone that times are told in. */
  zone: string;
  format: Formats;
  i18n: I18n;
}

/** What the row of an inquiry says besides the inquiry itself. */
export function rowState(
  {
    entry,
    seen,
    isRepeat,
    hasLeft,
    ...row
  }: Pick<Row, 'entry' | 'followUp' | 'seen' | 'isRepeat' | 'hasLeft'>,
  setting: Setting,
): RowState {
  const { i18n, now } = setting;
  const followUp = row.followUp ?? undefined;
  const worked = isHandled(followUp);
  const returned = isSnoozeExpired(followUp, now);
  const read = worked && !returned ? 'worked' : seen ? 'seen' : 'unread';
  const { chip, sentence } = clockChip(Date.parse(entry.Momento), followUp, setting);
  const words = followUp ? followUpWords(followUp, setting) : [];
  const isSaving = followUp?.isSaving ?? false;
  const reading = { unread: msg`Sin leer`, seen: msg`Vista`, worked: msg`Trabajada` }[read];
  return {
    read,
    isRepeat,
    hasLeft,
    chip: returned ? { kind: 'back', text: i18n._(msg`volvió`) } : chip,
    words: words.join(' · '),
    isSaving,
    said: [
      i18n._(reading),
      hasLeft && i18n._(msg`Ya no está en esta vista`),
      isSaving && i18n._(msg`Guardando…`),
      isRepeat && i18n._(msg`Ya consultó antes`),
      sentence,
    ]
      .filter(Boolean)
      .join('. '),
  };
}

function clockChip(
  momento: number,
  followUp: FollowUp | undefined,
  { hours, now, format, i18n }: Setting,
): { chip?: RowState['chip']; sentence?: string } {
  if (!hours || Number.isNaN(momento)) return {};
  const clock = computeResponseClock(momento, followUp, hours, now);
  if (clock.state !== 'soon' && clock.state !== 'late') return {};
  const due = format.exact(new Date(clock.dueAt).toISOString());
  if (clock.state === 'soon') {
    const left = Math.max(1, Math.ceil(countOpenMs(now, clock.dueAt, hours) / MINUTE_MS));
    return {
      chip: { kind: 'soon', text: i18n._(msg`quedan ${left} min`) },
      sentence: i18n._(msg`Hay que responder antes de ${due}`),
    };
  }
  const sentence = i18n._(msg`Había que responder antes de ${due}`);
  if (now - clock.dueAt > OVERDUE_MS)
    return { chip: { kind: 'overdue', text: i18n._(msg`vencida`) }, sentence };
  const late = Math.max(1, Math.floor(countOpenMs(clock.dueAt, now, hours) / MINUTE_MS));
  const span = late < 60 ? `${late} min` : `${Math.floor(late / 60)} h`;
  return { chip: { kind: late < 60 ? 'late' : 'overdue', text: i18n._(msg`${span} tarde`) }, sentence };
}

const STATUS = {
  answered: msg`Respondida`,
  contacted: msg`Contactada`,
  appointment: msg`Cita`,
  won: msg`Ganada`,
  lost: msg`Perdida`,
} satisfies Record<Exclude<Status, 'new'>, unknown>;

const TOUCH: Partial<Record<NonNullable<FollowUp['firstTouch']>['how'], MessageDescriptor>> = {
  call: msg`Llamada`,
  mail: msg`Correo`,
  whatsapp: msg`WhatsApp`,
};

function followUpWords(
  { status, firstTouch, claimedBy, snoozedUntil, notes }: FollowUp,
  { me, now, zone, i18n }: Setting,
): string[] {
  const done = status === 'new' ? undefined : STATUS[status];
  const how = status === 'answered' && firstTouch ? TOUCH[firstTouch.how] : undefined;
  const [first = ''] = claimedBy?.name.split(' ') ?? [];
  const until =
    snoozedUntil && snoozedUntil > now ? formatShortTime(snoozedUntil, now, zone, i18n.locale) : undefined;
  return [
    done && i18n._(done),
    how && i18n._(how),
    claimedBy && (claimedBy.id === me ? i18n._(msg`tuya`) : i18n._(msg`la tiene ${first}`)),
    until && i18n._(msg`vuelve ${until}`),
    notes > 0 && i18n._(msg`${plural(notes, { one: '# nota', other: '# notas' })}`),
  ].filter((word) => typeof word === 'string');
}
