import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Template, WriteTemplate } from '#contract/desk/templates.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { useVersionedForm } from '#console/forms/use-versioned-form.ts';
import { VersionedForm } from '#console/forms/VersionedForm.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { DraftNotice, TemplateFields } from './TemplateFields.tsx';
import {
  TEMPLATE_FIELDS,
  type TemplateChange,
  type TemplateValues,
  isSameTemplate,
  toTemplateValues,
  useAddTemplate,
  useTemplateDraft,
  useTemplateForm,
} from './template-form.ts';
import { deleteTemplate, editTemplate, fetchTemplate } from './template-queries.ts';

export function EditTemplateForm({ template }: { template: Template }) {
  const { t } = useLingui();
  const { id } = template;
  const { draft, saveDraft, clearDraft } = useTemplateDraft(id);
  const [isDraftShown, setIsDraftShown] = useState(draft !== undefined);
  const form = useTemplateForm(draft?.values ?? toTemplateValues(template));
  const edit = useVersionedForm({
    form,
    current: template,
    draftVersion: draft?.version,
    toValues: toTemplateValues,
    isEqual: isSameTemplate,
    save: (values, version) => runMutation(editTemplate, { id, ...values, version }),
    fetchCurrent: () => fetchTemplate(id),
    onSaved: (saved, isReset) => {
      if (isReset) {
        clearDraft();
        setIsDraftShown(false);
      } else saveDraft({ id, version: saved.version, values: form.getValues() });
    },
    onError: (error) => setFormErrors(error, form.setError, TEMPLATE_FIELDS),
  });
  const describe = ({ name, subject, text, shared }: TemplateValues) => ({
    [t`Nombre de la plantilla`]: name,
    [t`Asunto`]: subject || t`sin asunto`,
    [t`Texto`]: text,
    [t`Quién la usa`]: shared ? t`Compartida` : t`Personal`,
  });
  const { name } = edit.base;

  return (
    <VersionedForm
      form={form}
      edit={edit}
      describe={describe}
      savedNotice={t`Se guardó «${name}».`}
      hasDraft
      onChange={() => {
        const values = form.getValues();
        if (isSameTemplate(values, edit.base)) clearDraft();
        else saveDraft({ id, version: edit.version, values });
      }}
      notices={
        isDraftShown && edit.isDirty && !edit.conflictingValues && <DraftNotice onDiscard={edit.discard} />
      }
      deletedAlert={
        <DeletedTemplateAlert getTemplate={() => ({ id, ...form.getValues() })} onAdded={clearDraft} />
      }
      actions={<DeleteTemplateButton template={template} onDeleted={clearDraft} />}
    >
      <TemplateFields form={form} author={template.by} />
    </VersionedForm>
  );
}

interface DeletedTemplateAlertProps {
  getTemplate: () => WriteTemplate;
  onAdded: () => void;
}

function DeletedTemplateAlert({ getTemplate, onAdded }: DeletedTemplateAlertProps) {
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

/** One's own template is deleted at once, with undo. Another author's needs confirmation: undo would change the author. */
function DeleteTemplateButton({ template, onDeleted }: { template: Template; onDeleted: () => void }) {
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
