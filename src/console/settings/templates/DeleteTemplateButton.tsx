import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Template } from '#contract/desk/templates.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import type { TemplateChange } from './template-change.ts';
import { deleteTemplate } from './template-queries.ts';

/** One's own template is deleted at once, with undo. Another author's needs confirmation: undo would change the author. */
export function DeleteTemplateButton({ template, onDeleted }: { template: Template; onDeleted: () => void }) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const navigate = useNavigate();
  const isOwn = useSession().person.id === template.by.id;
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useMutation({
    ...deleteTemplate,
    onSuccess: () => {
      onDeleted();
      const state: TemplateChange = { action: 'deleted', template };
      void navigate(paths.templates(), isOwn ? { state } : {});
    },
  });
  const failure = remove.error && <FormAlert error={remove.error} />;
  const { name } = template;
  const author = template.by.name;
  return (
    <>
      <Button
        color="error"
        sx={{ marginInlineStart: 'auto' }}
        loading={remove.isPending && !isConfirming}
        onClick={() => (isOwn ? remove.mutate(template.id) : setIsConfirming(true))}
      >
        <Trans>Borrar la plantilla</Trans>
      </Button>
      {!isConfirming && failure}
      {isConfirming && (
        <ConfirmDialog
          dangerous
          title={t`¿Borrar «${name}»?`}
          action={t`Borrar la plantilla`}
          pending={remove.isPending}
          failure={failure}
          onConfirm={() => remove.mutate(template.id)}
          onClose={() => {
            remove.reset();
            setIsConfirming(false);
          }}
        >
          <Trans>Es de {author}, y la pierden quienes la usan. No se puede deshacer.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}
