import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Template } from '#contract/desk/templates.ts';
import { Failure } from '#console/api/failure.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/ui/ConfirmDialog.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import type { Done } from './done.ts';
import { deleteTemplate, dropTemplate } from './templates-queries.ts';

/**
 * One's own goes at once, since it can be made again as it was. Another's is asked about first: made again, it would be
 * this person's.
 */
export function DeleteTemplate({ template, onDeleted }: { template: Template; onDeleted: () => void }) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const own = useSession().person.id === template.by.id;
  const [asked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: async () => {
      try {
        await deleteTemplate(template.id);
      } catch (error) {
        // Somebody deleted it already.
        if (!(error instanceof Failure && error.status === 404)) throw error;
      }
    },
    onSuccess: () => {
      onDeleted();
      dropTemplate(client, template.id);
      void navigate(paths.templates(), own ? { state: { did: 'deleted', template } satisfies Done } : {});
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
        loading={remove.isPending && !asked}
        onClick={() => (own ? remove.mutate() : setAsked(true))}
      >
        <Trans>Borrar la plantilla</Trans>
      </Button>
      {!asked && failure}
      {asked && (
        <ConfirmDialog
          dangerous
          title={t`¿Borrar «${name}»?`}
          action={t`Borrar la plantilla`}
          pending={remove.isPending}
          failure={failure}
          onConfirm={() => remove.mutate()}
          onClose={() => {
            remove.reset();
            setAsked(false);
          }}
        >
          <Trans>Es de {author}, y la pierden quienes la usan. No se puede deshacer.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}
