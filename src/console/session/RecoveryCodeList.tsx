import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import GlobalStyles from '@mui/material/GlobalStyles';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

const PRINT_CLASS = 'recovery-codes';

interface Props {
  codes: readonly string[];
  confirmation: string;
  doneLabel: string;
  onDone: () => void;
}

export function RecoveryCodeList({ codes, confirmation, doneLabel, onDone }: Props) {
  const { t } = useLingui();
  const [copyResult, setCopyResult] = useState<'copied' | 'failed'>();
  const [isConfirmed, setConfirmed] = useState(false);
  const title = t`Códigos de recuperación de Vitrina`;
  const text = [title, '', ...codes, ''].join('\n');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopyResult('copied'),
      () => setCopyResult('failed'),
    );
  return (
    <Stack spacing={2}>
      <GlobalStyles
        styles={{
          '@media print': {
            body: { background: '#fff' },
            'body *': { visibility: 'hidden' },
            [`.${PRINT_CLASS}, .${PRINT_CLASS} *`]: { visibility: 'visible', color: '#000 !important' },
            [`.${PRINT_CLASS}`]: { position: 'fixed', inset: 0, background: '#fff' },
          },
        }}
      />
      <Alert severity="success" variant="outlined">
        {confirmation}
      </Alert>
      <Typography>
        <Trans>
          Guardá estos códigos donde no dependan de tu teléfono. Si lo perdés, cada uno te deja entrar una
          vez. No se vuelven a mostrar.
        </Trans>
      </Typography>
      <Box className={PRINT_CLASS}>
        <Box component="p" sx={{ display: 'none', mb: 2, '@media print': { display: 'block' } }}>
          {title}
        </Box>
        <Box
          component="ol"
          aria-label={t`Códigos de recuperación`}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))',
            gap: 1,
            p: 2,
            m: 0,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            fontFamily: 'monospace',
            fontSize: 14,
            listStyle: 'none',
            userSelect: 'text',
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
      </Box>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" color="inherit" onClick={() => void copy()}>
          <Trans>Copiar</Trans>
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="vitrina-recovery-codes.txt"
        >
          <Trans>Descargar</Trans>
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => window.print()}>
          <Trans>Imprimir</Trans>
        </Button>
      </Stack>
      <Typography component="output" variant="body2" color="textSecondary" sx={{ minHeight: '1.5em' }}>
        {copyResult === 'copied' && t`Copiados.`}
        {copyResult === 'failed' && t`El navegador no dejó copiar: seleccionalos o descargalos.`}
      </Typography>
      <FormControlLabel
        control={<Checkbox checked={isConfirmed} onChange={(_event, checked) => setConfirmed(checked)} />}
        label={t`Guardé los códigos`}
      />
      <Button variant="contained" size="large" disabled={!isConfirmed} onClick={onDone}>
        {doneLabel}
      </Button>
    </Stack>
  );
}
