import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { MIN_MATCH_SCORE } from '#matching/matcher.ts';
import type { MatchCandidate } from '#contract/desk/matching.ts';
import { listAcceptable, toPoints } from './candidates.ts';

// decided: one typing error in a name of five letters is still accepted.
const DEFAULT_POINTS = 75;

interface Props<Item extends { candidates?: readonly MatchCandidate[] | undefined }> {
  items: readonly Item[];
  onAccept: (accepted: ReturnType<typeof listAcceptable<Item>>) => void;
}

export function AcceptAbove<Item extends { candidates?: readonly MatchCandidate[] | undefined }>({
  items,
  onAccept,
}: Props<Item>) {
  const { t } = useLingui();
  const [points, setPoints] = useState(DEFAULT_POINTS);
  const acceptable = listAcceptable(items, (points - 0.5) / 100);
  const count = acceptable.length;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
      <Box sx={{ flex: '0 1 320px', minWidth: 200 }}>
        <Typography variant="body2" color="textSecondary" aria-hidden>
          <Trans>Puntaje mínimo: {points} de 100</Trans>
        </Typography>
        <Slider
          size="small"
          aria-label={t`Puntaje mínimo`}
          value={points}
          min={toPoints(MIN_MATCH_SCORE)}
          max={100}
          onChange={(_event, value) => setPoints(value)}
        />
      </Box>
      <Button
        variant="outlined"
        disabled={count === 0}
        onClick={() => onAccept(acceptable)}
        sx={{ whiteSpace: 'normal' }}
      >
        {count === 0
          ? t`No hay dudosas desde ${points} puntos`
          : t`Aceptar ${plural(count, { one: '# dudosa', other: '# dudosas' })} desde ${points} puntos`}
      </Button>
    </Stack>
  );
}
