import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { WriteTemplate } from '#contract/desk/templates.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import type { Done } from './done.ts';
import { KeptDraft } from './KeptDraft.tsx';
import { NO_TEMPLATE, inputsOf, sameTemplate, useTemplateDraft, useTemplateForm } from './template-form.ts';
import { TemplateInputs } from './TemplateInputs.tsx';
import css from './templates.module.css';
import { addTemplate, editTemplate, holdTemplate } from './templates-queries.ts';

function NewTemplatePage() {
  const { t } = useLingui();
  return (
    <Page
      title={t`Nueva plantilla`}
      tab={[t`Nueva plantilla`, t`Plantillas`]}
      back={{ to: paths.templates(), label: t`Plantillas` }}
    >
      <div className={`${parts.section} ${css.width}`}>
        <MuiRoot>
          <NewTemplateForm />
        </MuiRoot>
      </div>
    </Page>
  );
}

function NewTemplateForm() {
  // The form object changes in place, and inputs are registered again after a reset.
  'use no memo';
  const client = useQueryClient();
  const navigate = useNavigate();
  const { draft, keep, forget } = useTemplateDraft('new');
  const [begun, setBegun] = useState(() => ({
    // The same one after a reload: a first try of which nobody heard is no second template.
    id: draft?.id ?? crypto.randomUUID(),
    resumed: draft !== undefined,
  }));
  const form = useTemplateForm(draft?.values ?? NO_TEMPLATE);
  const add = useMutation({
    mutationFn: async (template: WriteTemplate) => {
      const added = await addTemplate(template);
      // A first try had arrived, and something else was typed since.
      if (sameTemplate(inputsOf(added), template)) return added;
      const { id, ...values } = template;
      return editTemplate(id, { ...values, version: added.version });
    },
    onSuccess: (template) => {
      forget();
      holdTemplate(client, template);
      void navigate(paths.templates(), { state: { did: 'added', template } satisfies Done });
    },
    onError: (error) => setFormErrors(error, form.setError, ['name', 'subject', 'text', 'shared']),
  });
  const onTyped = () => {
    const values = form.getValues();
    if (sameTemplate(values, NO_TEMPLATE)) forget();
    else keep({ id: begun.id, version: 0, values });
  };
  const discard = () => {
    forget();
    setBegun({ id: crypto.randomUUID(), resumed: false });
    add.reset();
    form.reset(NO_TEMPLATE);
  };
  const onSubmit = form.handleSubmit((values) => add.mutate({ id: begun.id, ...values }));
  const { root } = form.formState.errors;
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      {begun.resumed && draft && <KeptDraft onDiscard={discard} />}
      {root && add.error && <FormAlert error={add.error} serviceMessage={root.message} />}
      <TemplateInputs form={form} onTyped={onTyped} />
      <div className={parts.actions}>
        <Button type="submit" variant="contained" loading={add.isPending}>
          <Trans>Guardar</Trans>
        </Button>
        <Button component={Link} to={paths.templates()} color="inherit" onClick={forget}>
          <Trans>Cancelar</Trans>
        </Button>
      </div>
    </Stack>
  );
}

export { NewTemplatePage as Component };
