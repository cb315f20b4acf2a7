import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import parts from '#console/ui/parts.module.css';
import css from './agencies.module.css';
import type { Agency } from '#console/agency-select/agencies-queries.ts';

/** Who works in the agency, with their inquiries and their other agencies. */
export function Operators({ of: { AdminMail, Operadores } }: { of: Agency }) {
  const { t } = useLingui();
  const { may } = useSession();
  if (!Operadores) return null;
  return (
    <section className={parts.section} aria-labelledby="operators">
      <h2 id="operators">
        <Trans>Operadores</Trans>
      </h2>
      {Operadores.length === 0 && (
        <p className={parts.soft}>
          <Trans>El servicio no nombra ninguno.</Trans>
        </p>
      )}
      <ul className={css.people}>
        {Operadores.map(({ Nombre, Apellido, Email, EsAdministradorAgencia }) => {
          const name = [Nombre, Apellido].filter(Boolean).join(' ');
          const mail = Email ?? '';
          return (
            <li key={mail || name}>
              <span>
                <b>
                  <bdi>{name || mail || t`Sin nombre`}</bdi>
                </b>
                {name && <span className={parts.small}>{mail}</span>}
              </span>
              {EsAdministradorAgencia && (
                <span className={parts.mark}>
                  <Trans>administra</Trans>
                </span>
              )}
              {mail && (
                <span className={`${parts.links} ${css.inboxes}`}>
                  <Link
                    to={paths.inquiries(String(new URLSearchParams({ agencia: AdminMail, operador: mail })))}
                    aria-label={t`Sus consultas: ${name || mail}`}
                  >
                    <Trans>Sus consultas</Trans>
                  </Link>
                  {may.includes('listAgencies') && (
                    <Link
                      to={paths.agencies(String(new URLSearchParams({ operador: mail })))}
                      aria-label={t`Sus agencias: ${name || mail}`}
                    >
                      <Trans>Sus agencias</Trans>
                    </Link>
                  )}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
