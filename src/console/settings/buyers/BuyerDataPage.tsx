import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { BuyerRequest } from '#contract/desk/buyers.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { BuyerDataResult } from './BuyerDataResult.tsx';
import { findBuyerData } from './buyer-queries.ts';

const FIELDS = ['phone', 'mail', 'document', 'reference'] as const;
const EMPTY = { phone: '', mail: '', document: '', reference: '' };

const isGiven = (value: string) => value.trim() !== '';

const BuyerValues = z
  .object({ phone: z.string(), mail: z.string(), document: z.string(), reference: z.string() })
  .check(z.refine(({ phone, mail, document }) => [phone, mail, document].some(isGiven), { path: ['phone'] }));

const toRequest = (values: z.infer<typeof BuyerValues>): BuyerRequest =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value)));

function BuyerDataPage() {
  const { t } = useLingui();
  const getErrorText = useFieldErrorText();
  const form = useForm({ resolver: zodResolver(BuyerValues), defaultValues: EMPTY });
  const { control } = form;
  const find = useMutation({
    ...findBuyerData,
    onError: (error) => setFormErrors(error, form.setError, FIELDS),
  });
  const errorText = ({ type, message }: { type: string; message?: string | undefined }) =>
    (type === 'gateway' && getErrorText(message)) || t`Escribí un teléfono, un correo o un documento.`;
  return (
    <Page narrow title={t`Privacidad`} actions={<HelpLink topic="erasure" />}>
      <Section title={t`Persona`} hideTitle>
        <Typography color="textSecondary">
          <Trans>
            Si alguien pide ver o borrar sus datos: se busca por teléfono, correo o documento, con uno
            alcanza. Cada búsqueda queda en la auditoría, sin esos datos.
          </Trans>
        </Typography>
        <Form
          onSubmit={form.handleSubmit((values) => find.mutate(toRequest(values)))}
          failure={<FormFailure control={control} error={find.error} />}
          submitLabel={t`Buscar`}
          isPending={find.isPending}
        >
          <FormTextField
            control={control}
            name="phone"
            type="tel"
            label={t`Teléfono`}
            errorText={errorText}
          />
          <FormTextField
            control={control}
            name="mail"
            type="email"
            label={t`Correo`}
            errorText={errorText}
            isVerbatim
          />
          <FormTextField control={control} name="document" label={t`Documento`} errorText={errorText} />
          <FormTextField
            control={control}
            name="reference"
            label={t`Referencia (opcional)`}
            helperText={t`Por ejemplo un número de expediente. Queda en la auditoría: no pongas datos de la persona.`}
            errorText={errorText}
          />
        </Form>
      </Section>
      {find.data && <BuyerDataResult key={find.submittedAt} data={find.data} request={find.variables} />}
    </Page>
  );
}

export { BuyerDataPage as Component };
