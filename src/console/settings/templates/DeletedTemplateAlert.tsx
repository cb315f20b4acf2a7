import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { WriteTemplate } from '#contract/desk/templates.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { useAddTemplate } from './use-add-template.ts';

interface Props {
  getTemplate: () => WriteTemplate;
  onAdded: () => void;
}

export function DeletedTemplateAlert({ getTemplate, onAdded }: Props) {
  const add = useAddTemplate({ onAdded });
  if (add.error) return <FormAlert error={add.error} />;
  return (
    <Alert
      severity="warning"
      variant="outlined"
      action={
        <Button
          color="inherit"
          size="small"
          loading={add.isPending}
          onClick={() => add.mutate(getTemplate())}
        >
          <Trans>Guardarla como nueva</Trans>
        </Button>
      }
    >
      <Trans>Alguien borró esta plantilla. Lo que escribiste sigue acá.</Trans>
    </Alert>
  );
}
