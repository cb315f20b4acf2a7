import { useLingui } from '@lingui/react/macro';
import type { FollowUp, LOST_REASONS, STATUSES, TOUCHES, TimelineEntry } from '#contract/desk/follow-up.ts';
import { formatShortTime } from './times.ts';
import type { Change, PersonRef } from './timeline-reducer.ts';

export function useFollowUpText(zone: string, now: number) {
  const { t, i18n } = useLingui();
  const time = (at: number) => formatShortTime(at, now, zone, i18n.locale);

  const status: Record<(typeof STATUSES)[number], string> = {
    new: t`Nueva`,
    answered: t`Respondida`,
    contacted: t`Contactada`,
    appointment: t`Cita`,
    won: t`Ganada`,
    lost: t`Perdida`,
  };
  const reason: Record<(typeof LOST_REASONS)[number], string> = {
    'no-answer': t`No contesta`,
    price: t`Por el precio`,
    'bought-elsewhere': t`Compró en otro lado`,
    'not-available': t`Ya no estaba disponible`,
    finance: t`Por la financiación`,
    other: t`Otro motivo`,
  };

  const entrySentence = ({ change, by, to }: Pick<TimelineEntry, 'change' | 'by' | 'to'>): string => {
    const who = displayName(by);
    const whom = displayName(to);
    switch (change.kind) {
      case 'status': {
        const name = status[change.status];
        const why = reason[change.lostReason ?? 'other'];
        if (change.answeredAt) {
          const when = time(change.answeredAt);
          return t`${who} la importó como «${name}», respondida: ${when}`;
        }
        return change.status === 'lost'
          ? t`${who} la dio por perdida: ${why}`
          : t`${who} la pasó a «${name}»`;
      }
      case 'snooze': {
        const until = time(change.until ?? 0);
        return change.until === null ? t`${who} la trajo de vuelta` : t`${who} la pospuso hasta ${until}`;
      }
      case 'claim':
        return change.claimed ? t`${who} la tomó` : t`${who} la soltó`;
      case 'hand-over':
        return t`${who} se la pasó a ${whom}`;
      case 'note':
        return change.contact ? t`${who} habló con la persona` : t`${who} anotó`;
      case 'touch': {
        const sentences: Record<(typeof TOUCHES)[number], string> = {
          call: t`${who} llamó`,
          mail: t`${who} escribió un correo`,
          whatsapp: t`${who} escribió por WhatsApp`,
        };
        const withTemplate: typeof sentences = {
          call: t`${who} llamó, con una plantilla`,
          mail: t`${who} escribió un correo con una plantilla`,
          whatsapp: t`${who} escribió por WhatsApp con una plantilla`,
        };
        return (change.template ? withTemplate : sentences)[change.how];
      }
      case 'undo':
        return t`${who} deshizo algo`;
      default:
        return change satisfies never;
    }
  };

  const undoSentence = (by: PersonRef, undone: TimelineEntry | undefined): string => {
    const who = displayName(by);
    const what = undone && entrySentence(undone);
    return what ? t`${who} deshizo: ${what}` : t`${who} deshizo algo`;
  };

  const changeResult = (change: Change, to: PersonRef | null): string | undefined => {
    const whom = displayName(to);
    switch (change.kind) {
      case 'status': {
        const name = status[change.status];
        const why = reason[change.lostReason ?? 'other'];
        return change.status === 'lost' ? t`Perdida: ${why}` : t`Pasó a «${name}»`;
      }
      case 'snooze': {
        const until = time(change.until ?? 0);
        return change.until === null ? t`Está de vuelta` : t`Pospuesta hasta ${until}`;
      }
      case 'claim':
        return change.claimed ? t`La tomaste` : t`La soltaste`;
      case 'hand-over':
        return t`Se la pasaste a ${whom}`;
      case 'note':
        return t`Nota guardada`;
      case 'touch': {
        const results: Record<(typeof TOUCHES)[number], string> = {
          call: t`Quedó anotada tu llamada`,
          mail: t`Quedó anotado tu correo`,
          whatsapp: t`Quedó anotado tu WhatsApp`,
        };
        return results[change.how];
      }
      case 'undo':
        return undefined;
      default:
        return change satisfies never;
    }
  };

  function displayName(by: PersonRef | null): string {
    return by?.name || t`Alguien`;
  }

  const statusWithReason = ({
    status: current,
    lostReason,
  }: Pick<FollowUp, 'status' | 'lostReason'>): string =>
    current === 'lost' && lostReason ? `${status.lost}: ${reason[lostReason]}` : status[current];

  return { status, reason, entrySentence, undoSentence, changeResult, displayName, statusWithReason, time };
}
