import { useLingui } from '@lingui/react/macro';
import { Moment } from '#console/ui/Moment.tsx';
import css from './agencies.module.css';
import { useAgenciesText } from './agencies-text.ts';
import type { Agency } from './agencies-queries.ts';

/** Registered or not, and since when; a state that is not known is shown as it came. */
export function AgencyState({ of: { Estado, FechaInvitacion, FechaRegistro } }: { of: Agency }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  if (!Estado) return <span className={css.soft}>{t`sin dato`}</span>;
  const since = Estado === 'Invitada' ? FechaInvitacion : FechaRegistro;
  return (
    <>
      <span className={css.state} data-state={Estado}>
        {text.state(Estado)}
      </span>
      {since && (
        <span className={css.small}>
          <Moment at={since} />
        </span>
      )}
    </>
  );
}
