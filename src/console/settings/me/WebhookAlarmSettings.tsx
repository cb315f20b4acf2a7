import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { SwitchField } from '#console/ui/SwitchField.tsx';
import { saveWebhookAlarm, webhookAlarmQuery } from './me-queries.ts';

export function WebhookAlarmSettings() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(webhookAlarmQuery());
  const save = useMutation(saveWebhookAlarm);
  if (!data) return error && <FailureAlert error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <SwitchField
        label={t`Recibir la alarma`}
        description={t`No se repite mientras dure el mismo problema, salvo al día siguiente.`}
        checked={save.isPending ? save.variables.on : data.on}
        disabled={save.isPending}
        onChange={(on) => save.mutate({ on })}
      />
      {save.error && <FailureAlert error={save.error} />}
    </>
  );
}
