import { useLingui } from '@lingui/react/macro';
import type { FollowUp, LOST_REASONS, STATUSES, TOUCHES, TimelineEntry } from '#contract/desk/follow-up.ts';
import { shortTime } from './times.ts';
import type { By, Change } from './standing.ts';

/** What statuses, reasons and changes are called; moments by the clock of a zone. */
export function useFollowUpText(zone: string, now: number) {
  const { t, i18n } = useLingui();
  const time = (at: number) => shortTime(at, now, zone, i18n.locale);

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

  /** What an entry of the timeline says. */
  const entry = ({ change, by, to }: Pick<TimelineEntry, 'change' | 'by' | 'to'>): string => {
    const who = nameOf(by);
    const whom = nameOf(to);
    switch (change.kind) {
      case 'status': {
        const name = status[change.status];
        const why = reason[change.lostReason ?? 'other'];
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
        const plain: Record<(typeof TOUCHES)[number], string> = {
          call: t`${who} llamó`,
          mail: t`${who} escribió un correo`,
          whatsapp: t`${who} escribió por WhatsApp`,
        };
        const prepared: typeof plain = {
          call: t`${who} llamó, con una plantilla`,
          mail: t`${who} escribió un correo con una plantilla`,
          whatsapp: t`${who} escribió por WhatsApp con una plantilla`,
        };
        return (change.template ? prepared : plain)[change.how];
      }
      default:
        return t`${who} deshizo algo`;
    }
  };

  const undoOf = (by: By, undone: TimelineEntry | undefined): string => {
    const who = nameOf(by);
    const what = undone && entry(undone);
    return what ? t`${who} deshizo: ${what}` : t`${who} deshizo algo`;
  };

  /** What somebody has just done themselves, or could not. */
  const done = (change: Change, to: By | null): string | undefined => {
    const whom = nameOf(to);
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
        const noted: Record<(typeof TOUCHES)[number], string> = {
          call: t`Quedó anotada tu llamada`,
          mail: t`Quedó anotado tu correo`,
          whatsapp: t`Quedó anotado tu WhatsApp`,
        };
        return noted[change.how];
      }
      default:
        return undefined;
    }
  };

  function nameOf(by: By | null): string {
    return by?.name || t`Alguien`;
  }

  /** The status with its reason. */
  const standing = ({ status: is, lostReason }: Pick<FollowUp, 'status' | 'lostReason'>): string =>
    is === 'lost' && lostReason ? `${status.lost}: ${reason[lostReason]}` : status[is];

  return { status, reason, entry, undoOf, done, nameOf, standing, time };
}
