import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useRef, useState } from 'react';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { SearchIcon } from '#console/ui/icons.tsx';
import { formatPayload, splitAtMatches } from './payload.ts';

export function PayloadView({ payload }: { payload: string }) {
  const { t } = useLingui();
  const [term, setTerm] = useState('');
  const [current, setCurrent] = useState(0);
  const view = useRef<HTMLElement>(null);
  const parts = splitAtMatches(formatPayload(payload), term.trim());
  const count = (parts.length - 1) / 2;
  const goToMatch = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || count === 0) return;
    const next = (current + (event.shiftKey ? count - 1 : 1)) % count;
    setCurrent(next);
    view.current?.querySelectorAll('mark')[next]?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <TextField
          type="search"
          placeholder={t`Buscar en el contenido`}
          value={term}
          onChange={({ target }) => {
            setTerm(target.value);
            setCurrent(0);
          }}
          onKeyDown={goToMatch}
          slotProps={{
            htmlInput: { 'aria-label': t`Buscar en el contenido` },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon />
                </InputAdornment>
              ),
            },
          }}
          sx={{ flex: '1 1 220px', maxWidth: 360 }}
        />
        <Typography component="output" variant="body2" color="textSecondary" sx={{ minWidth: 64 }}>
          {term.trim() && t`${plural(count, { one: '# vez', other: '# veces' })}`}
        </Typography>
        <CopyButton text={payload} label={t`Copiar el contenido como llegó`}>
          <Trans>Copiar</Trans>
        </CopyButton>
      </Stack>
      <Box
        component="section"
        ref={view}
        tabIndex={0}
        aria-label={t`Texto del contenido`}
        sx={{
          maxHeight: '60dvh',
          p: 1.5,
          overflow: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.default',
          '& pre': { m: 0, fontSize: 12, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
          '& mark': {
            bgcolor: 'color-mix(in srgb, var(--caution) 30%, var(--paper))',
            color: 'text.primary',
          },
          '& mark[aria-current]': { outline: 2, outlineColor: 'warning.main' },
        }}
      >
        <pre>
          {parts.map((part, index) =>
            index % 2 === 1 ? (
              // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity than their place
              <mark key={index} aria-current={(index - 1) / 2 === current ? 'true' : undefined}>
                {part}
              </mark>
            ) : (
              part
            ),
          )}
        </pre>
      </Box>
    </>
  );
}
