import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Form } from '#console/forms/Form.tsx';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { DraftNotice, TemplateFields } from './TemplateFields.tsx';
import {
  EMPTY_TEMPLATE,
  TEMPLATE_FIELDS,
  isSameTemplate,
  useAddTemplate,
  useTemplateDraft,
  useTemplateForm,
} from './template-form.ts';

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
  return (
    <Form
      onSubmit={form.handleSubmit((values) => add.mutate({ id, ...values }))}
      onChange={onChange}
      failure={
        <>
          {isDraftShown && draft && <DraftNotice onDiscard={discard} />}
          <FormFailure control={form.control} error={add.error} />
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
