import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { AuditEntry } from '#contract/desk/audit.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { useAgencies } from '#console/agency-select/use-agencies.ts';
import { type SubjectNames, useAuditText } from './audit-text.ts';
import { useExportFacts } from './export-facts.ts';

const INQUIRY_ACTION = /(?:Inquiry|FollowUp)$|^noteSeen$/;

export function AuditEntryDetails({ row }: { row: AuditEntry }) {
  const names = useSubjectNames(row);
  const text = useAuditText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box
      component="details"
      sx={{ '--names': '112px' }}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <Box component="summary" sx={{ cursor: 'pointer', '@media (pointer: coarse)': { py: 1.5, my: -1 } }}>
        <b>{names.person ?? <Trans>Alguien sin cuenta</Trans>}</b> {text.sentence(row, names)}
      </Box>
      {isOpen && <Details row={row} />}
    </Box>
  );
}

function Details({ row }: { row: AuditEntry }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const exportFacts = useExportFacts(row);
  const { person, address, action, agency, status, target, code } = row;
  const facts = [
    { name: t`Momento`, value: format.exact(new Date(row.at).toISOString()) },
    { name: t`Correo`, value: person?.mail },
    { name: t`Dirección de red`, value: address },
    { name: t`Acción`, value: action },
    { name: t`Agencia`, value: agency, canCopy: true },
    { name: t`Sobre`, value: target, canCopy: true },
    ...exportFacts,
    { name: t`Respuesta`, value: [status, code].filter(Boolean).join(' ') },
  ];
  return (
    <>
      <Box sx={{ mt: 1, fontSize: 13 }}>
        <FactRows>
          {facts.map(
            ({ name, value, canCopy = false }) =>
              value && (
                <FactRow key={name} name={name} copyText={canCopy ? value : undefined}>
                  {value}
                </FactRow>
              ),
          )}
        </FactRows>
      </Box>
      {agency && target && INQUIRY_ACTION.test(action) && (
        <Link
          component={RouterLink}
          to={paths.inquiry(agency, target)}
          sx={{ display: 'inline-block', px: 2, py: 1.5 }}
        >
          <Trans>Ver la consulta</Trans>
        </Link>
      )}
    </>
  );
}

function useSubjectNames({
  person,
  personName,
  target,
  targetName,
  agency,
  request,
}: AuditEntry): SubjectNames & {
  person: string | undefined;
} {
  const { t } = useLingui();
  const agencies = useAgencies(true);
  const agencyName = (adminMail: string) =>
    agencies.find(({ mail }) => mail.toLowerCase() === adminMail.toLowerCase())?.name ?? adminMail;
  const exported = request && (request.agencies?.map(agencyName).join(', ') ?? t`todas sus agencias`);
  return {
    person: person ? (personName ?? person.mail) : undefined,
    target: target === null ? undefined : (targetName ?? target),
    agency: agency === null ? (exported ?? undefined) : agencyName(agency),
  };
}
