import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Form } from '#console/forms/Form.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import {
  EMPTY_TEMPLATE,
  TEMPLATE_FIELDS,
  isSameTemplate,
  useTemplateDraft,
  useTemplateForm,
} from './template-form.ts';
import { TemplateFields } from './TemplateFields.tsx';
import { useAddTemplate } from './use-add-template.ts';

function NewTemplatePage() {
  const { t } = useLingui();
  return (
    <Page
      title={t`Nueva plantilla`}
      tab={[t`Nueva plantilla`, t`Plantillas`]}
      back={{ to: paths.templates(), label: t`Plantillas` }}
    >
      <Section title={t`Contenido`} hideTitle>
        <NewTemplateForm />
      </Section>
    </Page>
  );
}

function NewTemplateForm() {
  // react-hook-form mutates the form object.
  'use no memo';
  const { t } = useLingui();
  const { draft, saveDraft, clearDraft } = useTemplateDraft('new');
  const [{ id, isDraftShown }, setStart] = useState(() => ({
    // A reload keeps the id: a save whose reply was lost must not add a second template.
    id: draft?.id ?? crypto.randomUUID(),
    isDraftShown: draft !== undefined,
  }));
  const form = useTemplateForm(draft?.values ?? EMPTY_TEMPLATE);
  const add = useAddTemplate({
    onAdded: clearDraft,
    onError: (error) => setFormErrors(error, form.setError, TEMPLATE_FIELDS),
  });
  const onChange = () => {
    const values = form.getValues();
    if (isSameTemplate(values, EMPTY_TEMPLATE)) clearDraft();
    else saveDraft({ id, version: 0, values });
  };
  const discard = () => {
    clearDraft();
    setStart({ id: crypto.randomUUID(), isDraftShown: false });
    add.reset();
    form.reset(EMPTY_TEMPLATE);
  };
  const { root } = form.formState.errors;
  return (
    <Form
      onSubmit={form.handleSubmit((values) => add.mutate({ id, ...values }))}
      onChange={onChange}
      failure={
        <>
          {isDraftShown && draft && <DraftNotice onDiscard={discard} />}
          {root && add.error && <FormAlert error={add.error} serviceMessage={root.message} />}
        </>
      }
      submitLabel={t`Guardar`}
      isPending={add.isPending}
      cancelTo={paths.templates()}
      onCancel={clearDraft}
      hasUnsavedChanges={false}
    >
      <TemplateFields form={form} />
    </Form>
  );
}

export { NewTemplatePage as Component };
