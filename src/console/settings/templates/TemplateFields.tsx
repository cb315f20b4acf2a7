import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { useId, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Role } from '#contract/desk/sessions.ts';
import { PLACEHOLDERS, type Placeholder, type Template } from '#contract/desk/templates.ts';
import { FormSwitch } from '#console/forms/FormSwitch.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { useSession } from '#console/session/session.ts';
import { type PlaceholderValues, fillPlaceholders } from './placeholders.ts';
import type { TemplateValues } from './template-form.ts';
import { TemplatePreview } from './TemplatePreview.tsx';

const MAX_TEMPLATE_LENGTH = 4000;
const NO_GAPS = Object.fromEntries(PLACEHOLDERS.map((name) => [name, name])) as PlaceholderValues;

interface Props {
  form: UseFormReturn<TemplateValues>;
  author?: Template['by'];
}

export function TemplateFields({ form, author }: Props) {
  const { t, i18n } = useLingui();
  const subject = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const lastFocused = useRef<'subject' | 'text'>('text');
  const values = useWatch({ control: form.control });
  const unknown = findUnknownPlaceholders(`${values.subject} ${values.text}`);
  const length = i18n.number(values.text?.length ?? 0);
  const maxLength = i18n.number(MAX_TEMPLATE_LENGTH);

  const insert = (name: Placeholder) => {
    const input = (lastFocused.current === 'subject' ? subject : text).current;
    if (!input) return;
    input.setRangeText(`{{${name}}}`, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.focus();
  };

  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
        gap: { xs: 3, lg: 5 },
      }}
    >
      <Stack spacing={2}>
        <FormTextField
          control={form.control}
          name="name"
          label={t`Nombre de la plantilla`}
          errorText={t`Escribí un nombre de hasta 60 letras.`}
          helperText={t`Para encontrarla rápido.`}
        />
        <PlaceholderButtons onInsert={insert} />
        <FormTextField
          control={form.control}
          name="subject"
          label={t`Asunto, si va por correo`}
          inputRef={subject}
          onFocus={() => (lastFocused.current = 'subject')}
          errorText={t`El asunto lleva hasta 150 letras.`}
        />
        <FormTextField
          control={form.control}
          name="text"
          label={t`Texto`}
          multiline
          minRows={7}
          inputRef={text}
          onFocus={() => (lastFocused.current = 'text')}
          errorText={t`Escribí el texto, de hasta ${maxLength} letras.`}
          helperText={t`${length} de ${maxLength} letras`}
        />
        <Box component="output" sx={{ '&:empty': { display: 'none' } }}>
          {unknown.length > 0 && (
            <Alert severity="warning" variant="outlined" role="presentation">
              <Trans>No es un dato de la consulta, y queda para completar a mano: {unknown.join(', ')}</Trans>
            </Alert>
          )}
        </Box>
        <SharedSwitch form={form} author={author} />
      </Stack>
      <TemplatePreview values={{ subject: values.subject ?? '', text: values.text ?? '' }} />
    </Box>
  );
}

function PlaceholderButtons({ onInsert }: { onInsert: (name: Placeholder) => void }) {
  const { placeholder } = useTemplateText();
  const labelId = useId();
  return (
    <Stack component="fieldset" spacing={1} aria-labelledby={labelId}>
      <FormLabel id={labelId} component="div" sx={{ fontSize: 13 }}>
        <Trans>Agregar un dato de la consulta</Trans>
      </FormLabel>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {PLACEHOLDERS.map((name) => (
          <Tooltip key={name} describeChild title={`{{${name}}}`}>
            <Button size="small" variant="outlined" onClick={() => onInsert(name)}>
              {placeholder[name]}
            </Button>
          </Tooltip>
        ))}
      </Stack>
    </Stack>
  );
}

function SharedSwitch({ form, author }: { form: Props['form']; author: Props['author'] }) {
  const { t } = useLingui();
  const { person } = useSession();
  const { sharedWith } = useTemplateText();
  const isShared = useWatch({ control: form.control, name: 'shared' });
  const otherAuthor = author && author.id !== person.id ? author.name : undefined;
  const audience = isShared
    ? otherAuthor
      ? t`La comparte ${otherAuthor}.`
      : sharedWith[person.role]
    : otherAuthor
      ? t`Solo la ve ${otherAuthor}: vos dejás de verla.`
      : t`Solo vos la ves.`;
  return <FormSwitch control={form.control} name="shared" label={t`Compartirla`} description={audience} />;
}

function findUnknownPlaceholders(text: string): string[] {
  return fillPlaceholders(text, NO_GAPS).gaps.filter((gap) => gap.startsWith('{{'));
}

function useTemplateText() {
  const { t } = useLingui();
  const placeholder: Record<Placeholder, string> = {
    nombre: t`Nombre`,
    apellido: t`Apellido`,
    vehiculo: t`Vehículo`,
    precio: t`Precio`,
    agencia: t`Agencia`,
    vendedor: t`Quien responde`,
  };
  const sharedWith: Record<Role, string> = {
    seller: t`La ven y la usan quienes trabajan en tus agencias; la pueden cambiar vos y quienes administran.`,
    partner: t`La ven y la usan todas las agencias; la pueden cambiar quienes administran.`,
    support: t`La ven y la usan quienes trabajan en las mismas agencias.`,
  };
  return { placeholder, sharedWith };
}

export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button color="inherit" size="small" onClick={onDiscard}>
          <Trans>Descartar</Trans>
        </Button>
      }
    >
      <Trans>Es lo que habías escrito y no se guardó.</Trans>
    </Alert>
  );
}
