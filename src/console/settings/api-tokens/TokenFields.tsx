import { Trans, useLingui } from '@lingui/react/macro';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useController, useWatch } from 'react-hook-form';
import { API_SCOPES, MAX_TOKEN_NAME_LENGTH, TOKEN_DAYS } from '#contract/desk/api-tokens.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { SCOPE_ENDPOINTS } from '#contract/desk/token-scopes.ts';
import { AgencyAutocomplete } from '#console/agency-select/AgencyAutocomplete.tsx';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import { FormSelect } from '#console/forms/FormSelect.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { CurrentPasswordField } from '#console/session/PasswordFields.tsx';
import { useRoleNames } from '#console/session/role-text.ts';
import { useSession } from '#console/session/session.ts';
import { useScopeNames } from './scope-text.ts';
import { type TokenForm, isLimited } from './token-form.ts';

interface Props {
  form: TokenForm;
}

export function TokenFields({ form, needsPassword }: Props & { needsPassword: boolean }) {
  const { t } = useLingui();
  const { control } = form;
  const { may } = useSession();
  const kind = useWatch({ control, name: 'kind' });
  return (
    <>
      <FormTextField
        control={control}
        name="name"
        label={t`Nombre del programa que lo usa`}
        errorText={t`Escribí un nombre.`}
        htmlInput={{ maxLength: MAX_TOKEN_NAME_LENGTH }}
      />
      {may.includes('createInstallationToken') && (
        <FormSelect
          control={control}
          name="kind"
          label={t`De quién es`}
          options={[
            { value: 'personal', label: t`Mío` },
            { value: 'installation', label: t`De la instalación` },
          ]}
          helperText={
            kind === 'personal'
              ? t`Puede lo que vos puedas en cada momento, y termina si perdés el acceso o se restablece tu contraseña.`
              : t`Sigue aunque quien lo creó ya no tenga acceso.`
          }
        />
      )}
      {kind === 'installation' && <ReachFields form={form} />}
      <ScopeChecks form={form} />
      <FormSelect
        control={control}
        name="days"
        label={t`Vence`}
        options={TOKEN_DAYS.map((days) => ({ value: days, label: t`En ${days} días` }))}
      />
      {needsPassword && <CurrentPasswordField control={control} name="password" label={t`Tu contraseña`} />}
    </>
  );
}

function ReachFields({ form: { control } }: Props) {
  const { t } = useLingui();
  const roleNames = useRoleNames();
  const getErrorText = useFieldErrorText();
  const [kind, role, reach] = useWatch({ control, name: ['kind', 'role', 'reach'] });
  const { field, fieldState } = useController({ control, name: 'agencies' });
  return (
    <>
      <FormSelect
        control={control}
        name="role"
        label={t`Rol`}
        options={ROLES.map((value) => ({ value, label: roleNames[value] }))}
        helperText={role === 'seller' ? undefined : t`Con este rol alcanza a todas las agencias.`}
      />
      {role === 'seller' && (
        <FormSelect
          control={control}
          name="reach"
          label={t`Agencias`}
          options={[
            { value: 'some', label: t`Solo las que elija` },
            { value: 'all', label: t`Todas, también las que se sumen` },
          ]}
        />
      )}
      {isLimited({ kind, role, reach }) && (
        <AgencyAutocomplete
          multiple
          value={field.value}
          onChange={(_event, agencies) => field.onChange(agencies)}
          inputRef={field.ref}
          label={t`Agencias elegidas`}
          error={fieldState.invalid}
          helperText={getErrorText(fieldState.error?.message)}
        />
      )}
    </>
  );
}

function ScopeChecks({ form: { control } }: Props) {
  const { may } = useSession();
  const names = useScopeNames();
  const { field, fieldState } = useController({ control, name: 'scopes' });
  const offered = API_SCOPES.filter((scope) => SCOPE_ENDPOINTS[scope].some((name) => may.includes(name)));
  return (
    <FormControl component="fieldset" error={fieldState.invalid}>
      <FormLabel component="legend">
        <Trans>Permisos</Trans>
      </FormLabel>
      <FormGroup>
        {offered.map((scope, index) => (
          <FormControlLabel
            key={scope}
            label={names[scope]}
            control={
              <Checkbox
                size="small"
                checked={field.value.includes(scope)}
                slotProps={{ input: { ref: index === 0 ? field.ref : null } }}
                onChange={(_event, checked) =>
                  field.onChange(
                    API_SCOPES.filter((other) => (other === scope ? checked : field.value.includes(other))),
                  )
                }
              />
            }
          />
        ))}
      </FormGroup>
      {fieldState.invalid && (
        <FormHelperText sx={{ mx: 0 }}>
          <Trans>Elegí al menos uno.</Trans>
        </FormHelperText>
      )}
    </FormControl>
  );
}
