import { useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { agencyQuery } from '#console/agency-select/agency-queries.ts';
import type { InboxAddress } from '#console/inquiries/inbox-address.ts';
import { FilterPopover } from './FilterPopover.tsx';

interface Props {
  anchor: HTMLElement;
  address: InboxAddress;
  onlyAgency: string | undefined;
  errors: Partial<Record<string, string[]>>;
  onChange: (change: Partial<Pick<InboxAddress, 'operador' | 'externalid'>>) => void;
  onClose: () => void;
}

export function MoreFiltersPopover({ anchor, address, onlyAgency = '', errors, onChange, onClose }: Props) {
  const { t } = useLingui();
  const operatorsId = useId();
  const { data: agency } = useQuery({ ...agencyQuery(onlyAgency), enabled: onlyAgency !== '' });
  const fields = [
    {
      name: 'operador',
      label: t`Operador`,
      hint: t`El correo de quien tiene asignada la consulta.`,
      input: { type: 'email', list: operatorsId },
    },
    {
      name: 'externalid',
      label: t`Publicación`,
      hint: t`El código de la publicación, completo.`,
      input: { type: 'search' },
    },
  ] as const;
  return (
    <FilterPopover {...{ anchor, onClose }} label={t`Más filtros`}>
      <Stack spacing={2}>
        {fields.map(({ name, label, hint, input }) => {
          const apply = (text: string) => {
            if (text.trim() !== (address[name] ?? '')) onChange({ [name]: text.trim() || undefined });
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
                anchor.focus();
                onClose();
              }}
            />
          );
        })}
      </Stack>
      <datalist id={operatorsId}>
        {agency?.Operadores?.map(({ Email, Nombre, Apellido }) => (
          <option key={Email} value={Email ?? ''}>
            {[Nombre, Apellido].filter(Boolean).join(' ')}
          </option>
        ))}
      </datalist>
    </FilterPopover>
  );
}
