import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useId, useRef } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { PLACEHOLDERS, type Placeholder, type Template } from '#contract/desk/templates.ts';
import { type Filling, fill } from './placeholders.ts';
import { useSession } from '#console/session/session.ts';
import { Preview } from './Preview.tsx';
import type { TemplateInput } from './template-form.ts';
import css from './templates.module.css';
import { useTemplatesText } from './templates-text.ts';

const LONGEST_TEXT = 4000;
const ALL_KNOWN = Object.fromEntries(PLACEHOLDERS.map((name) => [name, name])) as Filling;

interface Props {
  form: UseFormReturn<TemplateInput>;
  /** Whose it is, where it is somebody's already. */
  author?: Template['by'];
  /** Something was typed or chosen. */
  onTyped: () => void;
}

/** Name, texts with their placeholders, who uses it, and how it will read. */
export function TemplateInputs({ form, author, onTyped }: Props) {
  // The form object changes in place, and inputs are registered again after a reset.
  'use no memo';
  const { t, i18n } = useLingui();
  const { person } = useSession();
  const told = useTemplatesText();
  const insertion = useId();
  const sharedAbout = useId();
  const subject = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const last = useRef<'subject' | 'text'>('text');
  const typed = useWatch({ control: form.control });
  const values = { subject: typed.subject ?? '', text: typed.text ?? '' };
  const { errors } = form.formState;
  const unknown = unknownIn(`${values.subject} ${values.text}`);
  const others = author && author.id !== person.id ? author.name : undefined;
  const usedBy = typed.shared
    ? others
      ? t`La comparte ${others}.`
      : told.sharedWith[person.role]
    : others
      ? t`Solo la ve ${others}: vos dejás de verla.`
      : t`Solo vos la ves.`;
  const length = i18n.number(values.text.length);
  const longest = i18n.number(LONGEST_TEXT);

  const insert = (name: Placeholder) => {
    const input = (last.current === 'subject' ? subject : text).current;
    if (!input) return;
    input.setRangeText(`{{${name}}}`, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.focus();
  };

  return (
    <div className={css.columns}>
      <Stack spacing={2}>
        <TextField
          label={t`Nombre de la plantilla`}
          autoComplete="off"
          error={Boolean(errors.name)}
          helperText={errors.name ? t`Escribí un nombre de hasta 60 letras.` : t`Para encontrarla rápido.`}
          {...form.register('name', { onChange: onTyped })}
        />
        <fieldset className={css.placeholders} aria-labelledby={insertion}>
          <FormLabel id={insertion} component="div">
            <Trans>Agregar un dato de la consulta</Trans>
          </FormLabel>
          {PLACEHOLDERS.map((name) => (
            <Button
              key={name}
              size="small"
              variant="outlined"
              color="inherit"
              title={`{{${name}}}`}
              onClick={() => insert(name)}
            >
              {told.placeholder[name]}
            </Button>
          ))}
        </fieldset>
        <TextField
          label={t`Asunto, si va por correo`}
          autoComplete="off"
          inputRef={subject}
          onFocus={() => (last.current = 'subject')}
          error={Boolean(errors.subject)}
          helperText={errors.subject && t`El asunto lleva hasta 150 letras.`}
          {...form.register('subject', { onChange: onTyped })}
        />
        <TextField
          label={t`Texto`}
          multiline
          minRows={7}
          inputRef={text}
          onFocus={() => (last.current = 'text')}
          error={Boolean(errors.text)}
          helperText={
            errors.text ? t`Escribí el texto, de hasta ${longest} letras.` : t`${length} de ${longest} letras`
          }
          {...form.register('text', { onChange: onTyped })}
        />
        <output className={css.unknown}>
          {unknown.length > 0 && (
            <Trans>No es un dato de la consulta, y queda para completar a mano: {unknown.join(', ')}</Trans>
          )}
        </output>
        <div>
          <Controller
            control={form.control}
            name="shared"
            render={({ field }) => (
              <FormControlLabel
                sx={{ minHeight: 'var(--touch)' }}
                control={
                  <Switch
                    checked={field.value}
                    onBlur={field.onBlur}
                    slotProps={{ input: { ref: field.ref, 'aria-describedby': sharedAbout } }}
                    onChange={(_event, on) => {
                      field.onChange(on);
                      onTyped();
                    }}
                  />
                }
                label={t`Compartirla`}
              />
            )}
          />
          <FormHelperText id={sharedAbout} sx={{ mt: 0 }}>
            {usedBy}
          </FormHelperText>
        </div>
      </Stack>
      <Preview values={values} />
    </div>
  );
}

/** What is written as a placeholder, and is none. */
function unknownIn(text: string): string[] {
  return fill(text, ALL_KNOWN).gaps.filter((gap) => gap.startsWith('{{'));
}
