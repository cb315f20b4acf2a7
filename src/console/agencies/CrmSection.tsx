import { zodResolver } from '@hookform/resolvers/zod';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import * as z from 'zod/mini';
import { type AgencyCrm, CRM_FORMATS, SetAgencyCrm } from '#contract/desk/crm.ts';
import { FormAlert, FormFailure } from '#console/forms/FormAlert.tsx';
import { FormDialog } from '#console/forms/FormDialog.tsx';
import { FormSelect } from '#console/forms/FormSelect.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { useSession } from '#console/session/session.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { agencyCrmQuery, setAgencyCrm, testAgencyCrm } from './crm-queries.ts';

const FORMAT_NAMES = {
  adf: msg`XML de la industria (ADF 1.0)`,
  text: msg`Texto, un dato por línea`,
};

export function CrmSection({ adminMail }: { adminMail: string }) {
  const { t } = useLingui();
  const { may } = useSession();
  const { data, error, refetch } = useQuery({
    ...agencyCrmQuery(adminMail),
    enabled: may.includes('viewAgencyCrm'),
  });
  const [isOpen, setOpen] = useState(false);
  if (!may.includes('viewAgencyCrm')) return null;
  return (
    <Section
      title={t`CRM de la agencia`}
      description={<Trans>Recibe por correo cada consulta nueva, con los datos de quien consulta.</Trans>}
      actions={
        data &&
        may.includes('setAgencyCrm') && (
          <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
            {data.mail === null ? <Trans>Configurar</Trans> : <Trans>Cambiar</Trans>}
          </Button>
        )
      }
    >
      {data && <CrmFacts adminMail={adminMail} crm={data} />}
      {!data && error && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && isOpen && <CrmDialog adminMail={adminMail} crm={data} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function CrmFacts({ adminMail, crm }: { adminMail: string; crm: AgencyCrm }) {
  const { t, i18n } = useLingui();
  const { may } = useSession();
  const test = useMutation(testAgencyCrm);
  const { mail, format, waiting, lastAcceptedAt, lastFailure } = crm;
  if (mail === null) return <Trans>No tiene: no se manda ninguna.</Trans>;
  return (
    <Box sx={{ '--names': { xs: '112px', sm: '160px' } }}>
      <FactRows>
        <FactRow name={t`Dirección`}>
          <bdi>{mail}</bdi>
        </FactRow>
        <FactRow name={t`Formato`}>{i18n._(FORMAT_NAMES[format])}</FactRow>
        <FactRow name={t`Último correo`}>
          {lastAcceptedAt === null ? <Trans>todavía ninguno</Trans> : <Moment at={lastAcceptedAt} />}
        </FactRow>
        {waiting > 0 && (
          <FactRow name={t`Esperan`}>
            {t`${plural(waiting, { one: '# correo', other: '# correos' })}`}
          </FactRow>
        )}
        {lastFailure && lastFailure.at > (lastAcceptedAt ?? 0) && (
          <FactRow name={t`Falló`}>
            <Moment at={lastFailure.at} />: {lastFailure.reason}
          </FactRow>
        )}
      </FactRows>
      {may.includes('testAgencyCrm') && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 2 }}>
          <Button variant="outlined" loading={test.isPending} onClick={() => test.mutate(adminMail)}>
            <Trans>Enviar una prueba</Trans>
          </Button>
          {test.isSuccess && (
            <Typography component="output" variant="body2" color="textSecondary">
              <Trans>Sale en unos segundos, marcada como prueba.</Trans>
            </Typography>
          )}
        </Stack>
      )}
      {test.error && <FormAlert error={test.error} />}
    </Box>
  );
}

const { format, mail } = SetAgencyCrm.shape;
const CrmValues = z.object({
  mail: z.pipe(
    z.transform((text: string) => text.trim() || null),
    mail,
  ),
  format,
});

interface DialogProps {
  adminMail: string;
  crm: AgencyCrm;
  onClose: () => void;
}

function CrmDialog({ adminMail, crm, onClose }: DialogProps) {
  const { t, i18n } = useLingui();
  const form = useForm({
    resolver: zodResolver(CrmValues),
    defaultValues: { mail: crm.mail ?? '', format: crm.format },
  });
  const { control } = form;
  const { isDirty } = useFormState({ control });
  const save = useMutation({
    ...setAgencyCrm,
    onSuccess: onClose,
    onError: (error) => setFormErrors(error, form.setError, ['mail', 'format']),
  });
  return (
    <FormDialog
      title={t`CRM de la agencia`}
      maxWidth="sm"
      onSubmit={form.handleSubmit((values) => save.mutate({ adminMail, ...values, version: crm.version }))}
      failure={<FormFailure control={control} error={save.error} />}
      submitLabel={t`Guardar`}
      isPending={save.isPending}
      hasUnsavedChanges={isDirty}
      onClose={onClose}
    >
      <FormTextField
        control={control}
        name="mail"
        type="email"
        label={t`Dirección de correo del CRM`}
        isVerbatim
        errorText={t`Escribí una dirección, como consultas@crm.ejemplo.com.`}
        helperText={t`La da el CRM. Vacía: no se manda nada. Valen las consultas que se hagan desde ahora.`}
      />
      <FormSelect
        control={control}
        name="format"
        label={t`Formato`}
        options={CRM_FORMATS.map((value) => ({ value, label: i18n._(FORMAT_NAMES[value]) }))}
        helperText={t`El XML lo leen los CRM de agencias. Si el tuyo no lo pide, elegí texto.`}
      />
    </FormDialog>
  );
}
