import { useLingui } from '@lingui/react/macro';
import { AUDIT_OUTCOMES } from '#contract/desk/audit.ts';
import { ChoiceFilter } from '#console/filters/ChoiceFilter.tsx';
import { LogFilters } from '#console/filters/LogFilters.tsx';
import { LogTextFilter } from '#console/filters/LogFilters.tsx';
import { useLogAddress } from '#console/filters/log-address.ts';
import { AUDIT_FILTER_LENGTHS, parseAuditAddress } from './address.ts';
import { useAuditActions } from './audit-actions.ts';
import { useAuditText } from './audit-text.ts';

export function AuditFilters({ failure }: { failure: Error | null }) {
  const { t } = useLingui();
  const text = useAuditText();
  const actions = useAuditActions();
  const { query, unreadable, setFilters } = useLogAddress(parseAuditAddress);
  return (
    <LogFilters label={t`Filtros de la auditoría`} address={{ query, unreadable }} failure={failure}>
      <LogTextFilter name="person" label={t`Correo de la persona`} maxLength={AUDIT_FILTER_LENGTHS.person} />
      <LogTextFilter name="agency" label={t`Agencia`} maxLength={AUDIT_FILTER_LENGTHS.agency} />
      <ChoiceFilter
        wide
        label={t`Acción`}
        all={t`Todas`}
        value={query.action}
        choices={actions.choices()}
        onChange={(action) => setFilters({ action })}
      />
      <ChoiceFilter
        label={t`Resultado`}
        all={t`Todos`}
        value={query.outcome}
        choices={AUDIT_OUTCOMES.map((value) => ({ value, label: text.outcome[value] }))}
        onChange={(outcome) => setFilters({ outcome })}
      />
    </LogFilters>
  );
}
