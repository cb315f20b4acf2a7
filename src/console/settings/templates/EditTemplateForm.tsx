import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { Template, WriteTemplate } from '#contract/desk/templates.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { useVersionedForm } from '#console/forms/use-versioned-form.ts';
import { VersionedForm } from '#console/forms/VersionedForm.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { DeleteTemplateButton } from './DeleteTemplateButton.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import {
  TEMPLATE_FIELDS,
  type TemplateValues,
  isSameTemplate,
  toFormValues,
  useTemplateDraft,
  useTemplateForm,
} from './template-form.ts';
import { TemplateFields } from './TemplateFields.tsx';
import { editTemplate, fetchTemplate } from './template-queries.ts';
import { useAddTemplate } from './use-add-template.ts';

export function EditTemplateForm({ template }: { template: Template }) {
  const { t } = useLingui();
  const { id } = template;
  const { draft, saveDraft, clearDraft } = useTemplateDraft(id);
  const [isDraftShown, setIsDraftShown] = useState(draft !== undefined);
  const form = useTemplateForm(draft?.values ?? toFormValues(template));
  const edit = useVersionedForm({
    form,
    current: template,
    draftVersion: draft?.version,
    toValues: toFormValues,
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
