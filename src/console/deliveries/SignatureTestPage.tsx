import { Trans, useLingui } from '@lingui/react/macro';
import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { type Resolver, useForm } from 'react-hook-form';
import { SignatureTest, type SignatureTestResult } from '#contract/desk/signature-tests.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { paths } from '#console/paths.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { Page } from '#console/ui/Page.tsx';
import { scrollIntoView } from '#console/ui/scroll-into-view.ts';
import { Section } from '#console/ui/Section.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { testSignature } from './delivery-queries.ts';
import { useDeliveryText } from './DeliveryOutcome.tsx';
import { DeliveryTabs } from './DeliveryTabs.tsx';
import { useSignatureText } from './signature-text.ts';

function SignatureTestPage() {
  const { t } = useLingui();
  const test = useMutation(testSignature);
  return (
    <Page title={t`Entregas`} tab={[t`Probar una firma`, t`Entregas`]}>
      <DeliveryTabs current={paths.signatureTest()} />
      <Typography color="textSecondary" sx={{ maxWidth: '72ch' }}>
        <Trans>
          Pegá un aviso como salió o como llegó, y se prueba como lo haría esta consola al recibirlo. Lo que
          se pega no se guarda.
        </Trans>
      </Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { lg: 'minmax(0, 5fr) minmax(0, 4fr)' } }}>
        <Section title={t`El aviso`} hideTitle>
          <TestForm test={test} />
        </Section>
        <div aria-live="polite">
          {test.data && (
            <div ref={scrollIntoView}>
              <TestResult result={test.data} />
            </div>
          )}
        </div>
      </Box>
    </Page>
  );
}

type Fields = Required<SignatureTest>;
const validate = zodResolver(SignatureTest);
/** An empty secret is left out, so that the stored one is used. */
const resolver: Resolver<Fields, unknown, SignatureTest> = ({ secret, ...fields }, context, options) =>
  validate({ ...fields, ...(secret && { secret }) }, context, options as never);

type Test = ReturnType<typeof useMutation<SignatureTestResult, Error, SignatureTest>>;

function TestForm({ test }: { test: Test }) {
  const { t } = useLingui();
  const { control, handleSubmit } = useForm<Fields, unknown, SignatureTest>({
    resolver,
    defaultValues: { headers: '', body: '', secret: '' },
  });
  const pasted = {
    control,
    multiline: true,
    minRows: 6,
    maxRows: 14,
    isVerbatim: true,
    sx: { '& textarea': { fontFamily: 'monospace', fontSize: 14 } },
  };
  return (
    <Form
      onSubmit={handleSubmit((message) => test.mutate(message))}
      failure={test.error && <FormAlert error={test.error} />}
      submitLabel={t`Probar`}
      isPending={test.isPending}
    >
      <FormTextField
        {...pasted}
        name="headers"
        label={t`Encabezados`}
        helperText={t`Uno por línea, por ejemplo Notification-Topic: consulta-recibida.`}
        errorText={t`Pegá los encabezados, uno por línea.`}
      />
      <FormTextField
        {...pasted}
        name="body"
        label={t`Contenido`}
        helperText={t`Tal cual, con sus espacios: la firma de Standard Webhooks cubre cada letra.`}
        errorText={t`Es demasiado largo.`}
      />
      <FormTextField
        control={control}
        name="secret"
        label={t`Secreto (opcional)`}
        helperText={t`Vacío, se usa el que está guardado para ese aviso, sin mostrarlo.`}
        errorText={t`Es demasiado largo.`}
        type="password"
        autoComplete="new-password"
        isVerbatim
      />
    </Form>
  );
}

function TestResult({ result: { refusal, findings, difference } }: { result: SignatureTestResult }) {
  const { t } = useLingui();
  const deliveryText = useDeliveryText();
  const text = useSignatureText();
  return (
    <Section title={t`Resultado`}>
      <div>
        <StatusChip tone={refusal === null ? 'good' : 'bad'}>
          {refusal === null ? <Trans>Se acepta</Trans> : <Trans>Se rechaza</Trans>}
        </StatusChip>
      </div>
      {refusal !== null && findings.length === 0 && <Typography>{deliveryText.reason[refusal]}</Typography>}
      <FactRows>
        {findings.map((finding) => (
          <FactRow key={finding.style} name={text.style[finding.style]}>
            {text.describe(finding)}
          </FactRow>
        ))}
        {difference && (
          <FactRow name={t`Primera diferencia`}>
            <p>
              <Trans>
                Con lo que llegó acá con el mismo id: línea {difference.line}, columna {difference.column}{' '}
                (byte {difference.offset}).
              </Trans>
            </p>
            <p>
              <Trans>Llegó:</Trans> <code>{formatExcerpt(difference.kept)}</code>
            </p>
            <p>
              <Trans>Pegaste:</Trans> <code>{formatExcerpt(difference.pasted)}</code>
            </p>
          </FactRow>
        )}
      </FactRows>
    </Section>
  );
}

const formatExcerpt = (text: string) => JSON.stringify(text).slice(1, -1) || '∅';

export { SignatureTestPage as Component };
