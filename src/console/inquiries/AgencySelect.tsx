import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { agency, agencyList } from '#console/agencies/agencies-queries.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { changeSearch } from './address.ts';
import css from './InboxFilters.module.css';

/** Whose inquiries are listed: fixed for a person of one agency, else a choice. */
export function AgencySelect({ agencia, ready }: { agencia: string; ready: boolean }) {
  const { t } = useLingui();
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const bound = session.agencies;
  const all = useQuery({ ...agencyList(), enabled: ready && !bound });
  const own = useQuery({ ...agency(agencia), enabled: ready && bound?.length === 1 });

  const known = bound?.map((mail) => ({ mail, label: mail })) ?? all.data?._entries.map(named) ?? [];
  const choices = known.some(({ mail }) => same(mail, agencia))
    ? known
    : [{ mail: agencia, label: agencia }, ...known];
  if (bound?.length === 1) {
    return (
      <p className={css.agency}>
        <strong>{own.data?.Nombre ?? agencia}</strong>
      </p>
    );
  }
  return (
    <label className={`field ${css.agency}`}>
      {t`Agencia`}
      <select
        value={choices.find(({ mail }) => same(mail, agencia))?.mail}
        // Operator and publication belong to the agency that is left.
        onChange={({ target }) =>
          void navigate(
            paths.inquiries(
              changeSearch(search, { agencia: target.value, operador: undefined, externalid: undefined }),
            ),
          )
        }
      >
        {choices.map(({ mail, label }) => (
          <option key={mail} value={mail}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function named({ AdminMail, Nombre }: { AdminMail: string; Nombre?: string | null }) {
  return { mail: AdminMail, label: Nombre ? `${Nombre} (${AdminMail})` : AdminMail };
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
