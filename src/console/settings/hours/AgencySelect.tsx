import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { agencyListQuery } from '#console/agency-select/agencies-queries.ts';
import { useAgencies } from '#console/agency-select/use-agencies.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import parts from '#console/ui/parts.module.css';
import css from './hours.module.css';

/** Whose hours they are: fixed for a person of one agency, else a choice. */
export function AgencySelect({ agencia, unsaved }: { agencia: string | undefined; unsaved: boolean }) {
  const { t } = useLingui();
  const { agencies: bound } = useSession();
  const navigate = useNavigate();
  const why = useId();
  const all = useQuery({ ...agencyListQuery(), enabled: !bound });
  const known = useAgencies(true);
  const only = bound?.length === 1 ? bound[0] : undefined;
  if (only && agencia && same(only, agencia))
    return (
      <p>
        <strong>{known[0]?.name}</strong>
      </p>
    );
  const choices =
    !agencia || known.some(({ mail }) => same(mail, agencia))
      ? known
      : [{ mail: agencia, name: agencia }, ...known];
  return (
    <div>
      <label className={`field ${css.agency}`}>
        {t`Agencia`}
        <select
          value={choices.find(({ mail }) => agencia && same(mail, agencia))?.mail ?? ''}
          disabled={unsaved}
          aria-describedby={unsaved ? why : undefined}
          onChange={({ target }) => void navigate(paths.hours(target.value))}
        >
          {!agencia && <option value="">{t`Elegí una agencia`}</option>}
          {choices.map(({ mail, name }) => (
            <option key={mail} value={mail}>
              {name === mail ? mail : `${name} (${mail})`}
            </option>
          ))}
        </select>
      </label>
      {unsaved && (
        <p id={why} className={parts.small}>
          <Trans>Para ir a otra, antes guardá o descartá los cambios.</Trans>
        </p>
      )}
      {all.isError && known.length === 0 && (
        <p className={parts.small}>
          <Trans>No se pudo cargar la lista de agencias.</Trans>{' '}
          <button type="button" className="button" onClick={() => void all.refetch()}>
            <Trans>Reintentar</Trans>
          </button>
        </p>
      )}
    </div>
  );
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
