import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearchParams } from 'react-router';
import { AUDIT_OUTCOMES, type AuditQuery } from '#contract/desk/audit.ts';
import { ChoiceFilter } from '#console/filters/ChoiceFilter.tsx';
import { changedLogSearch } from '#console/filters/log-address.ts';
import { LogFilters } from '#console/filters/LogFilters.tsx';
import { TextFilter } from '#console/filters/TextFilter.tsx';
import { paths } from '#console/paths.ts';
import { LONGEST, readAuditAddress } from './address.ts';
import { useAuditText } from './audit-text.ts';

/** By period, person, agency, action and outcome. */
export function AuditFilters({ failure }: { failure: Error | null }) {
  const { t } = useLingui();
  const text = useAuditText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const address = readAuditAddress(search);
  const { asked } = address;
  const change = (values: Partial<Record<keyof AuditQuery, string | undefined>>) =>
    void navigate(paths.audit(changedLogSearch(search, values)));
  const texts = [
    { name: 'person', label: t`Correo de la persona` },
    { name: 'agency', label: t`Agencia` },
  ] as const;
  return (
    <LogFilters
      label={t`Filtros de la auditoría`}
      address={address}
      failure={failure}
      onChange={change}
      onClear={() => void navigate(paths.audit())}
    >
      {texts.map(({ name, label }) => (
        <TextFilter
          key={name}
          label={label}
          value={asked[name]}
          longest={LONGEST[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <ChoiceFilter
        wide
        label={t`Acción`}
        all={t`Todas`}
        value={asked.action}
        choices={text.actions().map(({ action, words }) => ({ value: action, label: words }))}
        onChange={(action) => change({ action })}
      />
      <ChoiceFilter
        label={t`Resultado`}
        all={t`Todos`}
        value={asked.outcome}
        choices={AUDIT_OUTCOMES.map((value) => ({ value, label: text.outcome[value] }))}
        onChange={(outcome) => change({ outcome })}
      />
    </LogFilters>
  );
}
