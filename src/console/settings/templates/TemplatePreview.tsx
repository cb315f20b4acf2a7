import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useSession } from '#console/session/session.ts';
import { SwitchField } from '#console/ui/SwitchField.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { type PlaceholderValues, fillPlaceholders, splitAtGaps } from './placeholders.ts';
import type { TemplateValues } from './template-form.ts';

const GAP_STYLE = {
  '& mark': {
    px: 0.5,
    borderBottom: 2,
    borderColor: 'warning.main',
    borderRadius: 0.5,
    color: 'inherit',
    bgcolor: 'color-mix(in srgb, var(--mui-palette-warning-main) 18%, transparent)',
  },
};

export function TemplatePreview({
  values: { subject, text },
}: {
  values: Pick<TemplateValues, 'subject' | 'text'>;
}) {
  const { t } = useLingui();
  const headingId = useId();
  const { person } = useSession();
  const format = useFormats();
  const [isSparse, setIsSparse] = useState(false);
  const sample: PlaceholderValues = {
    nombre: 'Marina',
    apellido: isSparse ? undefined : 'Ledesma',
    vehiculo: 'Fiat Cronos Drive 2021',
    precio: isSparse ? undefined : format.money({ Moneda: 'ARS', Importe: 18_500_000 }),
    agencia: 'Autos del Centro',
    vendedor: person.name,
  };
  const filled = { subject: fillPlaceholders(subject, sample), text: fillPlaceholders(text, sample) };
  const gaps = [...new Set([...filled.subject.gaps, ...filled.text.gaps])];
  return (
    <Stack
      component="section"
      aria-labelledby={headingId}
      spacing={1}
      useFlexGap
      sx={{ position: { lg: 'sticky' }, top: 16, minWidth: 0 }}
    >
      <Typography id={headingId} variant="h3" component="h2">
        <Trans>Así se va a leer</Trans>
      </Typography>
      <Paper
        variant="outlined"
        sx={{ p: 2, bgcolor: 'background.default', overflowWrap: 'anywhere', ...GAP_STYLE }}
      >
        {subject && (
          <Typography sx={{ pb: 1, mb: 1, borderBottom: 1, borderColor: 'divider', fontWeight: 600 }}>
            <HighlightedGaps text={filled.subject.text} />
          </Typography>
        )}
        {text ? (
          <Typography sx={{ whiteSpace: 'pre-wrap' }}>
            <HighlightedGaps text={filled.text.text} />
          </Typography>
        ) : (
          <Typography color="textSecondary">
            <Trans>El texto aparece acá mientras lo escribís.</Trans>
          </Typography>
        )}
      </Paper>
      <SwitchField
        label={t`Probar con una consulta sin apellido ni precio`}
        checked={isSparse}
        onChange={setIsSparse}
      />
      <Box component="output" sx={{ '&:empty': { display: 'none' } }}>
        {gaps.length > 0 && (
          <Alert severity="warning" variant="outlined" role="presentation">
            <Trans>Queda para completar a mano, antes de enviarla: {gaps.join(', ')}</Trans>
          </Alert>
        )}
      </Box>
    </Stack>
  );
}

function HighlightedGaps({ text }: { text: string }) {
  return splitAtGaps(text).map(({ start, text: segment, isGap }) =>
    isGap ? <mark key={start}>{segment}</mark> : <span key={start}>{segment}</span>,
  );
}
