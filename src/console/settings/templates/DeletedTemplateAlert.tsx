import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { WriteTemplate } from '#contract/desk/templates.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import type { TemplateChange } from './template-change.ts';
import { addTemplate, cacheTemplate } from './template-queries.ts';

interface Props {
  getTemplate: () => WriteTemplate;
  onAdded: () => void;
}

/** Somebody deleted the template while it was edited here; it can be added again. */
export function DeletedTemplateAlert({ getTemplate, onAdded }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const add = useMutation({
    mutationFn: addTemplate,
    onSuccess: (template) => {
      onAdded();
      cacheTemplate(client, template);
      void navigate(paths.templates(), { state: { action: 'added', template } satisfies TemplateChange });
    },
  });
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
