import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { type AuditEntry, type AuditExportResult, COMMAND_ADDRESS } from '#contract/desk/audit.ts';
import type { MissingDays } from '#contract/desk/missing-days.ts';
import { isBuiltInView } from '#contract/inbox-filter-names.ts';
import { lookUp } from '#contract/look-up.ts';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { useTopicName } from '#console/deliveries/topic-names.ts';
import { useFacetText, useViewText } from '#console/inquiries/filter-text.ts';
import { paths } from '#console/paths.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { useDayRange, useFormats } from '#console/ui/use-formats.ts';
import { type SubjectNames, useAuditText } from './use-audit-text.ts';
import { useChangesText } from './use-changes-text.ts';

const INQUIRY_ACTION = /(?:Inquiry|FollowUp)$|^noteSeen$|Buyer$/;

export function AuditEntryDetails({ row }: { row: AuditEntry }) {
  const names = useSubjectNames(row);
  const text = useAuditText();
  const formatChanges = useChangesText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box
      component="details"
      sx={{ '--names': '112px' }}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <Box component="summary" sx={{ cursor: 'pointer', '@media (pointer: coarse)': { py: 1.5, my: -1 } }}>
        <b>{names.person ?? <Trans>Alguien sin cuenta</Trans>}</b> {text.sentence(row, names)}
        {row.changes && (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
            {formatChanges(row.changes)}
          </Typography>
        )}
      </Box>
      {isOpen && <Details row={row} />}
    </Box>
  );
}

function Details({ row }: { row: AuditEntry }) {
  const { t } = useLingui();
  const format = useFormats();
  const { person, address, action, agency, status, target, code } = row;
  return (
    <>
      <Box sx={{ mt: 1, fontSize: 13 }}>
        <FactRows>
          <FactRow name={t`Momento`}>{format.exact(row.at)}</FactRow>
          <FactRow name={t`Correo`}>{person?.mail}</FactRow>
          <FactRow name={t`Token de API`}>{row.tokenName ?? row.tokenId}</FactRow>
          <FactRow name={t`Dirección de red`}>{address}</FactRow>
          <FactRow name={t`Acción`}>{action}</FactRow>
          <FactRow name={t`Agencia`} copyText={agency}>
            {agency}
          </FactRow>
          <FactRow name={t`Sobre`} copyText={target}>
            {target}
          </FactRow>
          {row.request && <ExportFacts request={row.request} result={row.result} />}
          <FactRow name={t`Respuesta`}>{[status, code].filter(Boolean).join(' ')}</FactRow>
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
  action,
  person,
  address,
  personName,
  target,
  targetName,
  agency,
  request,
}: AuditEntry): SubjectNames & {
  person: string | undefined;
} {
  const { t } = useLingui();
  const getAgencyName = useAgencyName();
  const getTopicName = useTopicName();
  const isInquiry = agency !== null && targetName !== undefined && INQUIRY_ACTION.test(action);
  const exported = request && (request.agencies?.map(getAgencyName).join(', ') ?? t`todas sus agencias`);
  return {
    person: person
      ? (personName ?? person.mail)
      : address === COMMAND_ADDRESS
        ? t`Un comando en el servidor`
        : undefined,
    target: target === null ? undefined : (targetName ?? getTopicName(target)),
    agency:
      agency === null
        ? (exported ?? undefined)
        : isInquiry
          ? t`${targetName} en ${getAgencyName(agency)}`
          : getAgencyName(agency),
  };
}

interface ExportFactsProps {
  request: NonNullable<AuditEntry['request']>;
  result: AuditExportResult | null;
}

function ExportFacts({ request, result }: ExportFactsProps) {
  const { t } = useLingui();
  const formatDays = useDayRange();
  const { name: viewNames } = useViewText();
  const { name: narrowingNames } = useFacetText();
  const filterNames = {
    ...narrowingNames,
    operador: t`Operador`,
    externalid: t`Publicación`,
    person: t`Correo de la persona`,
    action: t`Acción`,
    agency: t`Agencia`,
    outcome: t`Resultado`,
  };
  const reasons: Record<MissingDays['reason'], string> = {
    stale: t`el servicio no respondió`,
    filling: t`todavía se estaban leyendo`,
  };

  function formatPeriod({ from, to }: { from: string | null; to: string | null }): string {
    if (from !== null && to !== null) return formatDays(from, to);
    if (from !== null) return `${formatDays(from, from)} – …`;
    return to === null ? t`Sin límite` : `… – ${formatDays(to, to)}`;
  }

  function formatMissing({ missing, moreMissing }: AuditExportResult): string {
    const parts = missing.map(({ agencia, desde, hasta, reason }) =>
      [agencia, formatDays(desde, hasta), reasons[reason]].filter(Boolean).join(': '),
    );
    if (moreMissing > 0)
      parts.push(t`${plural(moreMissing, { one: 'y # parte más', other: 'y # partes más' })}`);
    return parts.join('; ');
  }

  const { agencies, view, filters, format, masked, purpose } = request;
  return (
    <>
      <FactRow name={t`Agencias`}>{agencies?.join(', ')}</FactRow>
      <FactRow name={t`Período`}>{formatPeriod(request)}</FactRow>
      <FactRow name={t({ context: 'view', message: 'Vista' })}>
        {view && isBuiltInView(view) && viewNames[view]}
      </FactRow>
      <FactRow name={t`Filtros`}>
        {filters.map((filter) => lookUp(filterNames, filter) ?? filter).join(', ') || t`ninguno`}
      </FactRow>
      <FactRow name={t`Formato`}>{format?.toUpperCase()}</FactRow>
      <FactRow name={t`Datos de contacto`}>
        {masked === undefined ? undefined : masked ? t`Enmascarados` : t`Completos`}
      </FactRow>
      <FactRow name={t`Para qué`}>{purpose}</FactRow>
      <FactRow name={t`Falta`}>{result && formatMissing(result)}</FactRow>
    </>
  );
}
