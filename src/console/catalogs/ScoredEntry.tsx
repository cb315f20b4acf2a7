import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Match } from '#matching/matcher.ts';
import { ColorSwatch } from './ColorSwatch.tsx';
import type { EntryCandidate } from './best-match-queries.ts';
import { useSignalText } from './signal-text.ts';

export const toPoints = (score: number) => Math.round(score * 100);

export function ScoredEntry({ match, isAnswer }: { match: Match<EntryCandidate>; isAnswer: boolean }) {
  const { t } = useLingui();
  const { candidate, score, signals } = match;
  const { name, htmlColor } = candidate.entry;
  const sentences = useSignalText();
  return (
    <li>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        {htmlColor !== null && <ColorSwatch htmlColor={htmlColor} />}
        <Typography component="bdi" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        {isAnswer && <Chip size="small" color="primary" label={t`respuesta`} />}
        <Box sx={{ flex: 1 }} />
        <LinearProgress
          variant="determinate"
          value={toPoints(score)}
          aria-hidden="true"
          color={isAnswer ? 'primary' : 'inherit'}
          sx={{ flex: '0 1 96px', minWidth: 48, height: 6, borderRadius: 3 }}
        />
        <span>
          <span className="visually-hidden">
            <Trans>Puntaje:</Trans>{' '}
          </span>
          {toPoints(score)}
        </span>
      </Stack>
      <ul>
        {signals.map(({ signal, weight }) => (
          <li key={signal}>
            {sentences[signal]}{' '}
            <Typography component="span" color="textSecondary">
              ({toPoints(weight)})
            </Typography>
          </li>
        ))}
      </ul>
    </li>
  );
}
