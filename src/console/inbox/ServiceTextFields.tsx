import { useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQueries } from '@tanstack/react-query';
import { useId } from 'react';
import { agencyQuery } from '#console/agency-select/agency-queries.ts';
import type { InboxAddress } from '#console/inquiries/inbox-address.ts';
import { suggest } from '#matching/suggest.ts';

/** decided: operators of more agencies are found by their mail alone. */
const MAX_AGENCIES = 20;

type TextFilters = Pick<InboxAddress, 'operador' | 'externalid'>;

interface Props {
  address: TextFilters;
  /** Operators of these are suggested. */
  agencies: readonly string[];
  errors: Partial<Record<string, string[]>>;
  onChange: (change: Partial<TextFilters>) => void;
  onEnter: () => void;
}

export function ServiceTextFields({ address, agencies, errors, onChange, onEnter }: Props) {
  const { t } = useLingui();
  const operatorsId = useId();
  const agencyResults = useQueries({
    queries: agencies.slice(0, MAX_AGENCIES).map((mail) => agencyQuery(mail)),
  });
  const allOperators = agencyResults
    .flatMap(({ data }) => data?.Operadores ?? [])
    .map(({ Email, Nombre, Apellido }) => ({
      mail: Email ?? '',
      name: [Nombre, Apellido].filter(Boolean).join(' '),
    }));
  const operators = [
    ...new Map(allOperators.map((operator) => [operator.mail.toLowerCase(), operator])).values(),
  ];
  /** A part of a name or mail stands for the first operator that it suggests. */
  const resolve = {
    operador: (text: string) =>
      text.includes('@') || !text
        ? text
        : (suggest(operators, text, ({ mail, name }) => [mail, name])[0]?.mail ?? text),
    externalid: (text: string) => text,
  };
  const fields = [
    {
      name: 'operador',
      label: t`Operador`,
      hint: t`El nombre o el correo de quien tiene asignada la consulta.`,
      input: { type: 'text', inputMode: 'email', list: operatorsId },
    },
    {
      name: 'externalid',
      label: t`Publicación`,
      hint: t`El código de la publicación, completo.`,
      input: { type: 'search' },
    },
  ] as const;
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
      {fields.map(({ name, label, hint, input }) => {
        const apply = (typed: string) => {
          const text = resolve[name](typed.trim());
          if (text !== (address[name] ?? '')) onChange({ [name]: text || undefined });
        };
        return (
          <TextField
            key={`${name} ${address[name]}`}
            fullWidth
            size="small"
            label={label}
            defaultValue={address[name]}
            error={Boolean(errors[name])}
            helperText={errors[name] ? <span lang="es">{errors[name].join('; ')}</span> : hint}
            slotProps={{ htmlInput: { ...input, autoComplete: 'off', maxLength: 255 } }}
            onBlur={({ target }) => apply(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The key would also press the button that gets the focus. The blur applies the text.
              event.preventDefault();
              onEnter();
            }}
          />
        );
      })}
      <datalist id={operatorsId}>
        {operators.map(({ mail, name }) => (
          <option key={mail} value={mail}>
            {name}
          </option>
        ))}
      </datalist>
    </Stack>
  );
}
