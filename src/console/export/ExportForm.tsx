import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import Box from '@mui/material/Box';
import { MAX_PURPOSE_LENGTH } from '#contract/desk/contacts.ts';
import type { NarrowingName } from '#contract/inbox-filter-names.ts';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { Failure } from '#console/api/failure.ts';
import { DialogForm } from '#console/forms/FormDialog.tsx';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { useFigureFilterText } from '#console/inquiries/figure-filter-text.ts';
import { useFacetText, useFacetValueText, useViewText } from '#console/inquiries/filter-text.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { useDayRange } from '#console/ui/use-formats.ts';
import { zoneName } from '#console/ui/zone-name.ts';
import { suggest } from '#matching/suggest.ts';
import { ColumnSelect } from './ColumnSelect.tsx';
import { FormatFields } from './FormatFields.tsx';
import type { ExportScope } from './export-body.ts';
import type { ExportOptions } from './export-options.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

interface Props {
  scope: ExportScope;
  options: ExportOptions;
  /** The person may export contact data of buyers unmasked. */
  mayUnmask: boolean;
  zone: string;
  purpose: string;
  pending: boolean;
  error: Error | null;
  onChange: (change: Partial<ExportOptions>) => void;
  onZoneChange: (zone: string) => void;
  onPurposeChange: (purpose: string) => void;
  onSubmit: () => void;
  onClose: () => void;
}

export function ExportForm({
  scope,
  options,
  mayUnmask,
  zone,
  purpose,
  pending,
  error,
  onChange,
  onZoneChange,
  onPurposeChange,
  onSubmit,
  onClose,
}: Props) {
  const { t } = useLingui();
  const maskedHelpId = useId();
  const getErrorText = useFieldErrorText();
  const purposeError = getErrorText(error instanceof Failure ? error.errors.purpose?.join(' ') : undefined);
  const { columns, masked } = options;
  const rateLimited = {
    what: t`Ya hay exportaciones en curso`,
    advice: t`Esperá a que termine una, o cancelala en Procesos.`,
  };
  return (
    <DialogForm
      onSubmit={onSubmit}
      failure={null}
      submitLabel={t`Exportar ${plural(columns.length, { one: '# columna', other: '# columnas' })}`}
      isPending={pending}
      canSubmit={columns.length > 0 && (masked || purpose.trim() !== '')}
      hint={
        <Typography
          variant="body2"
          color={columns.length === 0 ? 'error' : 'textSecondary'}
          role="alert"
          sx={{ flex: 1 }}
        >
          {columns.length === 0
            ? t`Elegí al menos una columna.`
            : !masked && purpose.trim() === '' && t`Falta decir para qué.`}
        </Typography>
      }
      onClose={onClose}
    >
      <ScopeFacts scope={scope} />
      <HelpLink topic="export" inNewTab />
      <ColumnSelect selected={columns} onChange={(selected) => onChange({ columns: selected })} />
      <Autocomplete
        // The server may know a zone that the browser does not.
        options={ZONES.includes(zone) ? ZONES : [zone, ...ZONES]}
        value={zone}
        disableClearable
        autoHighlight
        disablePortal
        onChange={(_event, zone) => onZoneChange(zone)}
        getOptionLabel={zoneName}
        filterOptions={(options, { inputValue }) =>
          suggest(options, inputValue, (name) => [zoneName(name), name.replaceAll('_', ' ')])
        }
        noOptionsText={t`Ninguna zona se llama así.`}
        renderInput={(props) => <TextField {...props} label={t`Zona horaria de los horarios`} />}
      />
      <FormatFields options={options} onChange={onChange} />
      <div>
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={masked}
              disabled={!mayUnmask}
              slotProps={{ input: { 'aria-describedby': maskedHelpId } }}
              onChange={(_event, checked) => onChange({ masked: checked })}
            />
          }
          label={t`Enmascarar los datos de contacto`}
        />
        <FormHelperText id={maskedHelpId} sx={{ ml: 3.5 }}>
          {mayUnmask
            ? t`Teléfono, correo y documento quedan como +54 9 11 •••• 1234; el apellido, con su inicial. En el comentario se tapan números largos y correos.`
            : t`Tu rol exporta sin teléfonos, correos, documentos ni apellidos completos.`}
        </FormHelperText>
      </div>
      {!masked && (
        <TextField
          label={t`Para qué se exportan los contactos`}
          required
          value={purpose}
          error={purposeError !== undefined}
          helperText={purposeError ?? t`Queda en la auditoría, con quién exportó. Sin datos de nadie.`}
          slotProps={{ htmlInput: { maxLength: MAX_PURPOSE_LENGTH, autoComplete: 'off' } }}
          onChange={({ target }) => onPurposeChange(target.value)}
        />
      )}
      {error && purposeError === undefined && (
        <FailureAlert
          error={error}
          meanings={{ 'too-many-requests': rateLimited, 'too-many-jobs': rateLimited }}
        />
      )}
    </DialogForm>
  );
}

function ScopeFacts({ scope }: { scope: ExportScope }) {
  const { t } = useLingui();
  const { timeZone, ownInquiriesIn } = useSession();
  const formatDays = useDayRange();
  const { name: viewName } = useViewText();
  const filters = useFilterFacts(scope.narrowing);
  const getAgencyName = useAgencyName();
  const { agencias, view, desde, hasta, operador, externalid } = scope;
  const isLimited = agencias
    ? agencias.some((mail) => ownInquiriesIn.includes(mail.toLowerCase()))
    : ownInquiriesIn.length > 0;
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  const period =
    desde && hasta
      ? formatDays(desde, hasta)
      : desde
        ? `${formatDays(desde, desde)} – …`
        : hasta
          ? `… – ${formatDays(hasta, hasta)}`
          : undefined;
  const facts: [name: string, value: string][] = [
    [t`Agencia`, agencias?.map(getAgencyName).join(', ') ?? t`Todas mis agencias`],
    [t`Período`, period ? t`${period} (hora de ${place})` : t`Sin límite`],
    ...(view ? [[t({ context: 'view', message: 'Vista' }), viewName[view]] satisfies [string, string]] : []),
    ...(isLimited ? [[t`Solo`, t`las que te corresponden`] satisfies [string, string]] : []),
    ...(operador ? [[t`Operador`, operador] satisfies [string, string]] : []),
    ...(externalid ? [[t`Publicación`, externalid] satisfies [string, string]] : []),
    ...filters,
    [t`Orden`, t`Como en la lista`],
  ];
  return (
    <div>
      <Box component="dl" aria-label={t`Qué se exporta`} sx={{ display: 'grid', gap: 0.5 }}>
        {facts.map(([name, value]) => (
          <Box key={name} sx={{ display: 'grid', gridTemplateColumns: '96px 1fr', gap: 1.5 }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {name}
            </Box>
            <Box component="dd" sx={{ overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        <Trans>Se exporta todo lo que coincide, también las páginas que no están en la pantalla.</Trans>
      </Typography>
    </div>
  );
}

function useFilterFacts(narrowing: ExportScope['narrowing']): [name: string, value: string][] {
  const { t } = useLingui();
  const { name: names } = useFacetText();
  const formatValue = useFacetValueText();
  const figureText = useFigureFilterText();
  return (Object.entries(narrowing) as [NarrowingName, string][]).map(([name, value]) => {
    if (name === 'cifra') return figureText(value);
    const shown = name === 'buscar' ? `«${value}»` : formatValue(name, value);
    return [names[name], value === 'si' ? t`Sí` : shown];
  });
}
