import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router';
import type { AgenciaEdit } from '#contract/agencies.ts';
import { Failure } from '#console/api/failure.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { UnsavedChangesPrompt } from '#console/forms/UnsavedChangesPrompt.tsx';
import { type Agency, agencyQuery } from '#console/agency-select/agencies-queries.ts';
import { editAgency, holdAgency } from './agency-queries.ts';
import { agencyName } from './agencies-text.ts';
import { EDITABLE, changesOf, formerOf, inputsOf, useEditForm } from './agency-form.ts';
import { AgencyInputs } from './AgencyInputs.tsx';
import { ChangesPreview } from './ChangesPreview.tsx';
import { NotAssociated } from './NotAssociated.tsx';

function EditAgencyPage() {
  const { t } = useLingui();
  const { adminMail = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(agencyQuery(adminMail));
  const name = data ? agencyName(data) : adminMail;
  const isNotAssociated = error instanceof Failure && error.isNotFound;
  return (
    <Page
      key={adminMail}
      narrow
      title={t`Editar ${name}`}
      back={{ to: paths.agency(adminMail), label: name }}
    >
      {isPending && <TableSkeleton label={t`Cargando la agencia`} />}
      {isNotAssociated && <NotAssociated adminMail={adminMail} />}
      {error && !data && !isNotAssociated && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && (
        <section className={parts.section} aria-label={t`Datos`}>
          <MuiRoot>
            <EditForm key={data.AdminMail} of={data} />
          </MuiRoot>
        </section>
      )}
    </Page>
  );
}

function EditForm({ of: held }: { of: Agency }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { AdminMail: adminMail } = held;
  const form = useEditForm(held);
  const typed = useWatch({ control: form.control });
  const changes = changesOf({ ...inputsOf(held), ...typed }, held);
  const former = formerOf(changes, held);
  const unsaved = Object.keys(changes).length > 0;
  const save = useMutation({
    mutationFn: ({ body }: { body: AgenciaEdit; former: AgenciaEdit }) => editAgency(adminMail, body),
    onSuccess: (saved) => holdAgency(client, saved),
    onError: (error) => setFormErrors(error, form.setError, EDITABLE),
  });
  const { errors } = form.formState;
  const saved = save.isSuccess ? save.variables : undefined;
  // Once the guard is off.
  useEffect(() => {
    if (saved) void navigate(paths.agency(adminMail), { state: { saved: adminMail, former: saved.former } });
  }, [saved, navigate, adminMail]);
  const forbidden = save.error instanceof Failure && save.error.status === 403 && !save.error.code;
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      onSubmit={(event) => void form.handleSubmit((body) => save.mutate({ body, former }))(event)}
    >
      {errors.root && save.error && (
        <FormAlert
          error={save.error}
          serviceMessage={errors.root.message}
          meaning={
            forbidden
              ? {
                  what: t`El servicio no deja cambiar esta agencia`,
                  advice: t`Puede que ya no esté asociada a esta aplicación. Mirala en la lista de agencias.`,
                }
              : undefined
          }
        />
      )}
      <AgencyInputs form={form as unknown as UseFormReturn<ReturnType<typeof inputsOf>, unknown, never>} />
      <ChangesPreview changes={changes} former={former} />
      <div className={parts.actions}>
        <Button type="submit" variant="contained" disabled={!unsaved} loading={save.isPending}>
          <Trans>Guardar</Trans>
        </Button>
        <Button component={Link} to={paths.agency(adminMail)} color="inherit">
          <Trans>Cancelar</Trans>
        </Button>
      </div>
      <UnsavedChangesPrompt unsaved={unsaved && !saved} />
    </Stack>
  );
}

export const loader = ({ params: { adminMail = '' } }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(agencyQuery(adminMail));

export { EditAgencyPage as Component };
