import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { type AgenciaEdit, EDITABLE_FIELDS } from '#contract/agencies.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';
import { Value } from '#console/ui/Facts.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useAgenciesText } from './agencies-text.ts';
import { getChanges, getPreviousValues, toAgencyFormValues, useEditForm } from './agency-form.ts';
import { editAgency } from './agency-page-queries.ts';
import { AgencyFields } from './AgencyFields.tsx';
import { AgencySubpage, loadAgency } from './AgencySubpage.tsx';

function EditAgencyPage() {
  const { t } = useLingui();
  return (
    <AgencySubpage narrow title={(name) => t`Editar ${name}`}>
      {(agency) => (
        <Section title={t`Datos`} hideTitle>
          <EditForm key={agency.AdminMail} agency={agency} />
        </Section>
      )}
    </AgencySubpage>
  );
}

function EditForm({ agency }: { agency: Agency }) {
  const { t } = useLingui();
  const { AdminMail: adminMail } = agency;
  const form = useEditForm(agency);
  const values = useWatch({ control: form.control });
  const changes = getChanges({ ...toAgencyFormValues(agency), ...values }, agency);
  const previous = getPreviousValues(changes, agency);
  const hasChanges = Object.keys(changes).length > 0;
  const save = useMutation({
    ...editAgency,
    onError: (error) => setFormErrors(error, form.setError, EDITABLE_FIELDS),
  });
  return (
    <FormProvider {...form}>
      <Form
        onSubmit={form.handleSubmit((body) => save.mutate({ adminMail, body, previous }))}
        submitLabel={t`Guardar`}
        isPending={save.isPending}
        canSubmit={hasChanges}
        cancelTo={paths.agency(adminMail)}
        hasUnsavedChanges={hasChanges}
        saved={
          save.isSuccess
            ? { to: paths.agency(adminMail), state: { saved: adminMail, previous: save.variables.previous } }
            : undefined
        }
        failure={
          <FormFailure
            control={form.control}
            error={save.error}
            meanings={{
              403: {
                what: t`El servicio no deja cambiar esta agencia`,
                advice: t`Puede que ya no esté asociada a esta aplicación. Mirala en la lista de agencias.`,
              },
            }}
          />
        }
      >
        <AgencyFields />
        <ChangesPreview changes={changes} previous={previous} />
      </Form>
    </FormProvider>
  );
}

export const loader = loadAgency;

function ChangesPreview({ changes, previous }: { changes: AgenciaEdit; previous: AgenciaEdit }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  const id = useId();
  const changedFields = EDITABLE_FIELDS.filter((name) => name in changes);
  if (changedFields.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Typography id={id} variant="h3" component="h2">
        <Trans>Lo que va a cambiar</Trans>
      </Typography>
      <ComparedTable
        heads={[t`Dato`, t`Ahora`, t`Después`]}
        rows={changedFields.map((name) => ({
          name: text.field[name],
          sides: [
            <Value key="now" value={previous[name] ?? null} />,
            changes[name] === null ? <em key="after">{t`se borra`}</em> : changes[name],
          ],
        }))}
      />
    </section>
  );
}

export { EditAgencyPage as Component };
