import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template } from '#contract/desk/templates.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { useVersionedForm } from '#console/forms/use-versioned-form.ts';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { DeletedTemplateAlert } from './DeletedTemplateAlert.tsx';
import { DeleteTemplateButton } from './DeleteTemplateButton.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import {
  TEMPLATE_FIELDS,
  isSameTemplate,
  toFormValues,
  useTemplateDraft,
  useTemplateForm,
} from './template-form.ts';
import { TemplateConflictAlert } from './TemplateConflictAlert.tsx';
import { TemplateFields } from './TemplateFields.tsx';
import { cacheTemplate, editTemplate, fetchTemplate } from './template-queries.ts';

/** Edits a template; unsaved changes are stored as a draft. */
export function EditTemplateForm({ template }: { template: Template }) {
  // react-hook-form mutates the form object.
  'use no memo';
  const { t } = useLingui();
  const client = useQueryClient();
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
    save: (values, version) => editTemplate(id, { ...values, version }),
    fetchCurrent: () => fetchTemplate(id),
    onSaved: (saved, isReset) => {
      cacheTemplate(client, saved);
      if (isReset) {
        clearDraft();
        setIsDraftShown(false);
      } else saveDraft({ id, version: saved.version, values: form.getValues() });
    },
    onError: (error) => setFormErrors(error, form.setError, TEMPLATE_FIELDS),
  });
  const onChange = () => {
    const values = form.getValues();
    if (isSameTemplate(values, toFormValues(edit.base))) clearDraft();
    else saveDraft({ id, version: edit.version, values });
  };
  const { name } = edit.base;
  const { root } = form.formState.errors;

  return (
    <Form
      onSubmit={form.handleSubmit(edit.save)}
      onChange={onChange}
      failure={
        <>
          {isDraftShown && edit.isDirty && !edit.conflict && <DraftNotice onDiscard={edit.discard} />}
          {edit.conflict && (
            <TemplateConflictAlert
              mine={edit.values}
              theirs={toFormValues(edit.conflict)}
              isPending={edit.isPending}
              onSaveMine={() => void form.handleSubmit(edit.overwrite)()}
              onKeepTheirs={edit.discard}
            />
          )}
          {edit.isDeleted && (
            <DeletedTemplateAlert getTemplate={() => ({ id, ...form.getValues() })} onAdded={clearDraft} />
          )}
          {root && edit.error && !edit.isDeleted && (
            <FormAlert error={edit.error} serviceMessage={root.message} />
          )}
        </>
      }
      submitLabel={t`Guardar`}
      isPending={edit.isPending}
      canSubmit={edit.isDirty}
      // The draft survives leaving the page.
      hasUnsavedChanges={false}
      actions={
        <>
          {edit.isDirty && (
            <Button color="inherit" onClick={edit.discard}>
              <Trans>Descartar cambios</Trans>
            </Button>
          )}
          <DeleteTemplateButton template={template} onDeleted={clearDraft} />
        </>
      }
    >
      <TemplateFields form={form} author={template.by} />
      <UndoNotice
        done={edit.isSaved ? t`Se guardó «${name}».` : undefined}
        onUndo={edit.undo}
        onClose={edit.dismissSaved}
      />
    </Form>
  );
}
