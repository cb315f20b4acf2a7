import { Trans, useLingui } from '@lingui/react/macro';
import { type FollowUp, LOST_REASONS, STATUSES } from '#contract/desk/follow-up.ts';
import type { RefObject } from 'react';
import { Choice } from './Choice.tsx';
import css from './FollowUpSection.module.css';
import { useFollowUpText } from './follow-up-text.ts';
import type { Change } from './standing.ts';

interface Props {
  group: RefObject<HTMLFieldSetElement | null>;
  followUp: FollowUp;
  zone: string;
  now: number;
  /** The status shown is on its way. */
  saving: boolean;
  /** Whether it is asked why the inquiry was lost. */
  asking: boolean;
  onAsk: (asking: boolean) => void;
  onChange: (change: Change) => void;
}

/** Where the inquiry stands, one tap a status; a lost one says why. */
export function StatusChoice({ group, followUp, zone, now, saving, asking, onAsk, onChange }: Props) {
  const { t } = useLingui();
  const text = useFollowUpText(zone, now);
  const choose = (status: (typeof STATUSES)[number]) => {
    if (status === 'lost') return onAsk(!asking);
    onAsk(false);
    if (status !== followUp.status) onChange({ kind: 'status', status });
  };
  const close = () => onAsk(false);
  return (
    <div className={css.block}>
      <fieldset className={css.row} aria-label={t`Estado`} ref={group} tabIndex={-1}>
        {STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            className="button"
            aria-pressed={followUp.status === status}
            aria-busy={saving && followUp.status === status}
            {...(status === 'lost' && { 'aria-expanded': asking })}
            title={status === 'contacted' ? t`Contactada (e)` : undefined}
            onClick={() => choose(status)}
          >
            {text.status[status]}
          </button>
        ))}
      </fieldset>
      {followUp.status === 'lost' && followUp.lostReason && !asking && (
        <p className={css.soft}>
          <Trans>Motivo:</Trans> {text.reason[followUp.lostReason]}
        </p>
      )}
      {asking && (
        <Reasons
          chosen={followUp.lostReason}
          names={text.reason}
          onChoose={(lostReason) => {
            close();
            onChange({ kind: 'status', status: 'lost', lostReason });
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

type Reason = (typeof LOST_REASONS)[number];

function Reasons({
  chosen,
  names,
  onChoose,
  onClose,
}: {
  chosen: Reason | null;
  names: Record<Reason, string>;
  onChoose: (reason: Reason) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Choice label={t`Por qué se perdió`} onClose={onClose}>
      <p className={css.soft}>
        <Trans>¿Por qué se perdió?</Trans>
      </p>
      <div className={css.row}>
        {LOST_REASONS.map((reason) => (
          <button
            key={reason}
            type="button"
            className="button"
            aria-pressed={chosen === reason}
            onClick={() => onChoose(reason)}
          >
            {names[reason]}
          </button>
        ))}
        <button type="button" className="button quiet" onClick={onClose}>
          <Trans>Cancelar</Trans>
        </button>
      </div>
    </Choice>
  );
}
