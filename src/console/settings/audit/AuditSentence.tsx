import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#contract/desk/audit.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { peopleListQuery } from '#console/settings/people/people-queries.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './audit.module.css';
import { useExportFacts } from './ExportFacts.tsx';
import { useAuditText } from './audit-text.ts';

const ABOUT_AN_INQUIRY = /(?:Inquiry|FollowUp)$|^noteSeen$/;

/** What one entry says, and folded below it what only matters when something is looked into. */
export function AuditSentence({ row }: { row: AuditEntry }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const name = useNames();
  const text = useAuditText();
  const exportFacts = useExportFacts();
  const { person, address, action, agency, status, target, code } = row;
  const facts = [
    { head: t`Momento`, value: format.exact(new Date(row.at).toISOString()) },
    { head: t`Correo`, value: person?.mail },
    { head: t`Dirección de red`, value: address },
    { head: t`Acción`, value: action },
    { head: t`Sobre`, value: target },
    ...exportFacts(row),
    { head: t`Respuesta`, value: [status, code].filter(Boolean).join(' ') },
  ];
  return (
    <details className={css.entry}>
      <summary>
        <b>{person ? name(person.id, person.mail) : <Trans>Alguien sin cuenta</Trans>}</b>{' '}
        {text.sentence(row, (id) => name(id, id))}
      </summary>
      <dl>
        {facts.map(
          ({ head, value }) =>
            value && (
              <div key={head}>
                <dt>{head}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {agency && target && ABOUT_AN_INQUIRY.test(action) && (
        <a className={css.open} href={paths.inquiry(agency, target)}>
          <Trans>Ver la consulta</Trans>
        </a>
      )}
    </details>
  );
}

/** Names of people by id, for whoever may know them; else what is given instead. */
function useNames(): (id: string, otherwise: string) => string {
  const { may } = useSession();
  const people = useQuery({ ...peopleListQuery(), staleTime: 60_000, enabled: may.includes('listPeople') });
  return (id, otherwise) => people.data?.people.find((person) => person.id === id)?.name ?? otherwise;
}
