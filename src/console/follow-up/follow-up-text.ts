import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { FollowUp, TimelineEntry, TimelineResend } from '#contract/desk/follow-up.ts';
import type { TOUCHES } from '#contract/follow-up/follow-up-state.ts';
import { REASON_NAMES, STATUS_NAMES } from '#console/inquiries/figure-names.ts';
import { formatShortTime } from './times.ts';
import type { BulkChange, RecordedChange } from '#contract/follow-up/change-kinds.ts';
import type { PersonRef } from './timeline-reducer.ts';

interface ChangeText<Change> {
  sentence(change: Change, people: { who: string; whom: string }): string;
  result(change: Change, people: { whom: string }): string | undefined;
  title?(change: Change, people: { whom: string }): string;
}

type ChangeTexts = {
  [Kind in RecordedChange['kind']]: ChangeText<Extract<RecordedChange, { kind: Kind }>>;
};

export function useFollowUpText(zone: string, now: number) {
  const { t, i18n } = useLingui();
  const time = (at: number) => formatShortTime(at, now, zone, i18n.locale);

  const translate = <Key extends string>(names: Record<Key, MessageDescriptor>) =>
    Object.fromEntries(
      Object.entries<MessageDescriptor>(names).map(([key, name]) => [key, i18n._(name)]),
    ) as Record<Key, string>;
  const status = translate(STATUS_NAMES);
  const reason = translate(REASON_NAMES);

  const statusWithReason = ({
    status: current,
    lostReason,
  }: Pick<FollowUp, 'status' | 'lostReason'>): string =>
    current === 'lost' && lostReason ? `${status.lost}: ${reason[lostReason]}` : status[current];

  const kinds: ChangeTexts = {
    status: {
      sentence: ({ status: value, lostReason, answeredAt }, { who }) => {
        const name = status[value];
        const why = reason[lostReason ?? 'other'];
        if (answeredAt) {
          const when = time(answeredAt);
          return t`${who} la importó como «${name}», respondida: ${when}`;
        }
        return value === 'lost' ? t`${who} la dio por perdida: ${why}` : t`${who} la pasó a «${name}»`;
      },
      result: ({ status: value, lostReason }) => {
        const name = status[value];
        const why = reason[lostReason ?? 'other'];
        return value === 'lost' ? t`Perdida: ${why}` : t`Pasó a «${name}»`;
      },
      title: ({ lostReason = null, ...change }) => t`Estado: ${statusWithReason({ ...change, lostReason })}`,
    },
    snooze: {
      sentence: ({ until: end }, { who }) => {
        const until = time(end ?? 0);
        return end === null ? t`${who} la trajo de vuelta` : t`${who} la pospuso hasta ${until}`;
      },
      result: ({ until: end }) => {
        const until = time(end ?? 0);
        return end === null ? t`Está de vuelta` : t`Pospuesta hasta ${until}`;
      },
      title: ({ until: end }) => {
        const until = time(end ?? 0);
        return end === null ? t`Traer de vuelta` : t`Posponer hasta ${until}`;
      },
    },
    claim: {
      sentence: ({ claimed }, { who }) => (claimed ? t`${who} la tomó` : t`${who} la soltó`),
      result: ({ claimed }) => (claimed ? t`La tomaste` : t`La soltaste`),
      title: ({ claimed }) => (claimed ? t`Tomar` : t`Soltar`),
    },
    'hand-over': {
      sentence: (_change, { who, whom }) => t`${who} se la pasó a ${whom}`,
      result: (_change, { whom }) => t`Se la pasaste a ${whom}`,
      title: (_change, { whom }) => t`Pasar a ${whom}`,
    },
    note: {
      sentence: ({ contact }, { who }) => (contact ? t`${who} habló con la persona` : t`${who} anotó`),
      result: ({ mentions }) => (mentions ? t`Nota guardada: le llega a quien nombraste` : t`Nota guardada`),
    },
    pin: {
      sentence: ({ note }, { who }) => (note ? t`${who} fijó una nota` : t`${who} dejó de fijar la nota`),
      result: ({ note }) => (note ? t`Nota fijada arriba del historial` : t`La nota ya no está fijada`),
    },
    touch: {
      sentence: ({ how, template }, { who }) => {
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
        return (template ? withTemplate : sentences)[how];
      },
      result: ({ how }) => {
        const results: Record<(typeof TOUCHES)[number], string> = {
          call: t`Quedó anotada tu llamada`,
          mail: t`Quedó anotado tu correo`,
          whatsapp: t`Quedó anotado tu WhatsApp`,
        };
        return results[how];
      },
    },
    nudge: {
      sentence: (_change, { who, whom }) => t`${who} le recordó a ${whom} que espera respuesta`,
      result: (_change, { whom }) => t`Le llega el recordatorio a ${whom}`,
    },
    undo: { sentence: (_change, { who }) => t`${who} deshizo algo`, result: () => undefined },
  };
  const textsOf = ({ kind }: RecordedChange) => kinds[kind] as ChangeText<RecordedChange>;

  const entrySentence = ({ change, by, to }: Pick<TimelineEntry, 'change' | 'by' | 'to'>): string =>
    textsOf(change).sentence(change, { who: displayName(by), whom: displayName(to) });

  const resendSentence = ({ by, outcome }: TimelineResend): string => {
    const who = by ?? t`Alguien`;
    const outcomes: Record<TimelineResend['outcome'], string> = {
      arrived: t`${who} reenvió su aviso: llegó`,
      caused: t`${who} reenvió su aviso: todavía no llegó`,
      unseen: t`${who} reenvió su aviso: no llegó`,
      elsewhere: t`${who} reenvió su aviso, que va a otro lado`,
      received: t`${who} reenvió su aviso`,
      refused: t`${who} reenvió su aviso: se rechazó`,
    };
    return outcomes[outcome];
  };

  const undoSentence = (by: PersonRef, undone: TimelineEntry | undefined): string => {
    const who = displayName(by);
    const what = undone && entrySentence(undone);
    return what ? t`${who} deshizo: ${what}` : t`${who} deshizo algo`;
  };

  const changeResult = (change: RecordedChange, to: PersonRef | null): string | undefined =>
    textsOf(change).result(change, { whom: displayName(to) });

  const bulkTitle = (change: BulkChange | null, to: PersonRef | null): string =>
    change?.kind === 'hand-over-by-agency'
      ? t`Pasar a quien atiende cada agencia`
      : ((change && textsOf(change).title?.(change, { whom: displayName(to) })) ?? t`Cambiar el seguimiento`);

  function displayName(by: PersonRef | null): string {
    return by?.name || t`Alguien`;
  }

  return {
    status,
    reason,
    entrySentence,
    resendSentence,
    undoSentence,
    changeResult,
    bulkTitle,
    displayName,
    statusWithReason,
    time,
  };
}
