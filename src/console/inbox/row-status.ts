import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { type Status, isHandled, isSnoozeExpired } from '#contract/follow-up/follow-up-state.ts';
import type { Hours } from '#contract/hours.ts';
import { computeClockChip } from '#console/follow-up/clock-chip.ts';
import { formatShortTime } from '#console/follow-up/times.ts';
import type { Row } from '#console/inquiries/row.ts';
import type { RowStatus } from '#console/inquiries/InquiryRow.tsx';
import type { Formats } from '#console/ui/formats.ts';

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
