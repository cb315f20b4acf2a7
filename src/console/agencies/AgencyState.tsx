import { useLingui } from '@lingui/react/macro';
import { Moment } from '#console/ui/Moment.tsx';
import parts from '#console/ui/parts.module.css';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { toneOf, useAgenciesText } from './agencies-text.ts';
import type { Agency } from '#console/agency-select/agencies-queries.ts';

/** Registered or not, and since when; a state that is not known is shown as it came. */
export function AgencyState({ of: { Estado, FechaInvitacion, FechaRegistro } }: { of: Agency }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  if (!Estado) return <span className={parts.soft}>{t`sin dato`}</span>;
  const since = Estado === 'Invitada' ? FechaInvitacion : FechaRegistro;
  return (
    <>
      <StatusChip tone={toneOf(Estado)}>{text.state(Estado)}</StatusChip>
      {since && (
        <span className={parts.small}>
          <Moment at={since} />
        </span>
      )}
    </>
  );
}
