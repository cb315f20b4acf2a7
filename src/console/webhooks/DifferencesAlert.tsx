import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';
import { Value } from '#console/ui/Facts.tsx';
import { useWebhookText } from './use-webhook-text.ts';
import type { SettingDifference } from './webhook-settings.ts';

export function DifferencesAlert({ differences }: { differences: readonly SettingDifference[] }) {
  const { t } = useLingui();
  const text = useWebhookText();
  if (differences.length === 0) return null;
  return (
    <Alert severity="warning" variant="outlined" slotProps={{ message: { sx: { flex: 1, minWidth: 0 } } }}>
      <p>
        <Trans>El servicio lo aceptó, pero devuelve algo distinto de lo que se le envió:</Trans>
      </p>
      <ComparedTable
        heads={[t`Dato`, t`Se envió`, t`Quedó`]}
        rows={differences.map(({ name, sent, stored }) => ({
          name: text.setting[name],
          sides: [<Value key="sent" value={sent} />, <Value key="stored" value={stored} />],
        }))}
      />
    </Alert>
  );
}
