import { useLingui } from '@lingui/react/macro';
import { AgencyAutocomplete } from './AgencyAutocomplete.tsx';

interface Props {
  value: string | undefined;
  onChange: (adminMail: string | undefined) => void;
}

export function LogAgencyFilter({ value, onChange }: Props) {
  const { t } = useLingui();
  return (
    <AgencyAutocomplete
      freeSolo
      clearOnBlur
      label={t`Agencia`}
      value={value ?? null}
      onChange={(_event, adminMail) => onChange(adminMail?.trim() || undefined)}
      sx={{ flex: '1 1 180px', maxWidth: { sm: 280 } }}
    />
  );
}
