import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { type Status, isHandled, isSnoozeExpired } from '#contract/follow-up/follow-up-state.ts';
import { type Hours, countOpenMinutes } from '#contract/hours.ts';
import { computeResponseClock } from '#contract/response-clock.ts';
import { formatShortTime } from '#console/follow-up/times.ts';
import type { Row } from '#console/inquiries/row.ts';
import type { RowStatus } from '#console/inquiries/InquiryRow.tsx';
import type { Formats } from '#console/ui/formats.ts';
import { MINUTE_MS } from '#contract/durations.ts';

/** The chip says only that the inquiry is overdue after this time, ms. */
const LONG_OVERDUE_MS = 36 * 60 * MINUTE_MS;

interface Context {
  hours: Hours | undefined;
  personId: string;
  now: number;
  zone: string;
  format: Formats;
  i18n: I18n;
}

export function computeRowStatus(
  {
    inquiry,
    seen,
    isRepeat,
    hasLeft,
    ...row
  }: Pick<Row, 'inquiry' | 'followUp' | 'seen' | 'isRepeat' | 'hasLeft'>,
  context: Context,
): RowStatus {
  const { i18n, now } = context;
  const followUp = row.followUp ?? undefined;
  const isBack = isSnoozeExpired(followUp, now);
  const progress = isHandled(followUp) && !isBack ? 'worked' : seen ? 'seen' : 'unread';
  const { chip, sentence } = computeClockChip(Date.parse(inquiry.Momento), followUp, context);
  const isSaving = followUp?.isSaving ?? false;
  const progressText = { unread: msg`Sin leer`, seen: msg`Vista`, worked: msg`Trabajada` }[progress];
  return {
    progress,
    isRepeat,
    hasLeft,
    chip: isBack ? { kind: 'back', text: i18n._(msg`volvió`) } : chip,
    summary: followUp ? summarizeFollowUp(followUp, context) : '',
    isSaving,
    description: [
      i18n._(progressText),
      hasLeft && i18n._(msg`Ya no está en esta vista`),
      isSaving && i18n._(msg`Guardando…`),
      isRepeat && i18n._(msg`Ya consultó antes`),
      sentence,
    ]
      .filter(Boolean)
      .join('. '),
  };
}

function computeClockChip(
  momento: number,
  followUp: FollowUp | undefined,
  { hours, now, format, i18n }: Context,
): { chip?: RowStatus['chip']; sentence?: string } {
  if (!hours || Number.isNaN(momento)) return {};
  const clock = computeResponseClock(momento, followUp, hours, now);
  if (clock.state !== 'soon' && clock.state !== 'late') return {};
  const due = format.exact(new Date(clock.dueAt).toISOString());
  if (clock.state === 'soon') {
    const left = Math.max(1, countOpenMinutes(now, clock.dueAt, hours));
    return {
      chip: { kind: 'soon', text: i18n._(msg`quedan ${left} min`) },
      sentence: i18n._(msg`Hay que responder antes de ${due}`),
    };
  }
  const sentence = i18n._(msg`Había que responder antes de ${due}`);
  if (now - clock.dueAt > LONG_OVERDUE_MS)
    return { chip: { kind: 'overdue', text: i18n._(msg`tarde`) }, sentence };
  const late = Math.max(1, countOpenMinutes(clock.dueAt, now, hours));
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

function summarizeFollowUp(
  { status, firstTouch, claimedBy, snoozedUntil, notes }: FollowUp,
  { personId, now, zone, i18n }: Context,
): string {
  const statusText = status === 'new' ? undefined : STATUS[status];
  const touchText = status === 'answered' && firstTouch ? TOUCH[firstTouch.how] : undefined;
  const [firstName = ''] = claimedBy?.name.split(' ') ?? [];
  const until =
    snoozedUntil && snoozedUntil > now ? formatShortTime(snoozedUntil, now, zone, i18n.locale) : undefined;
  return [
    statusText && i18n._(statusText),
    touchText && i18n._(touchText),
    claimedBy && (claimedBy.id === personId ? i18n._(msg`tuya`) : i18n._(msg`la tiene ${firstName}`)),
    until && i18n._(msg`vuelve ${until}`),
    notes > 0 && i18n._(msg`${plural(notes, { one: '# nota', other: '# notas' })}`),
  ]
    .filter((text) => typeof text === 'string')
    .join(' · ');
}
