import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type Match, MIN_MATCH_SCORE } from '#matching/matcher.ts';
import { toPoints } from '#console/table-file/candidates.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import {
  type EntryCandidate,
  type MatchResult,
  type MatchScores,
  matchScoresQuery,
} from './best-match-queries.ts';
import { ColorSwatch } from './ColorSwatch.tsx';
import type { Entry } from './entries.ts';
import type { MatchRequest } from './address.ts';
import { useSignalText } from './signal-text.ts';

const SHOWN_ENTRIES = 5;

interface Props {
  request: MatchRequest;
  result: MatchResult;
}

/** The service gives no reasons, so the console explains a match by its own rules. */
export function MatchExplanation({ request, result }: Props) {
  const { t } = useLingui();
  const scores = useQuery(matchScoresQuery(request));
  return (
    <Section title={t`Por qué`}>
      {scores.isError && (
        <FailureAlert
          error={scores.error}
          title={t`No se pudo cargar el catálogo para explicarlo`}
          onRetry={() => void scores.refetch()}
        />
      )}
      {scores.data && <Scores request={request} result={result} scores={scores.data} />}
    </Section>
  );
}

function Scores({ request, result, scores }: Props & { scores: MatchScores }) {
  const { t } = useLingui();
  const { matches, comparedCount } = scores;
  const minimum = toPoints(MIN_MATCH_SCORE);
  const hiddenCount = matches.length - SHOWN_ENTRIES;
  const answerPath = result.outcome === 'match' ? result.entry.path : undefined;
  return (
    <>
      {request.kind === 'city' && <RegionReading state={request.state} region={scores.region} />}
      {comparedCount > 0 && (
        <>
          <Typography color="textSecondary">
            {request.kind !== 'color' && (
              <Trans>El servicio no da razones; estos son los puntajes con las reglas de Vitrina.</Trans>
            )}{' '}
            {t`${plural(comparedCount, { one: 'Se comparó # entrada', other: 'Se compararon # entradas' })}; cuentan las de ${minimum} puntos de 100 o más.`}
          </Typography>
          <DifferenceNotice answerPath={answerPath} best={matches[0]?.candidate.entry} />
        </>
      )}
      {matches.length > 0 && (
        <Stack component="ol" spacing={2} sx={{ maxWidth: 760 }}>
          {matches.slice(0, SHOWN_ENTRIES).map((match) => (
            <ScoredEntry
              key={match.candidate.id}
              match={match}
              isAnswer={match.candidate.entry.path === answerPath}
            />
          ))}
        </Stack>
      )}
      {hiddenCount > 0 && (
        <Typography color="textSecondary">
          <Trans>y {hiddenCount} más con menos puntos</Trans>
        </Typography>
      )}
    </>
  );
}

function RegionReading({ state, region }: { state: string; region: MatchScores['region'] }) {
  if (!region) {
    return (
      <p>
        <Trans>
          Vitrina no reconoce la provincia «{state}» y no tiene con qué comparar la ciudad; el servicio puede
          conocer otros nombres.
        </Trans>
      </p>
    );
  }
  const { name } = region.candidate;
  const score = toPoints(region.score);
  return (
    <p>
      <Trans>
        La provincia «{state}» se lee como <strong>{name}</strong> ({score} de 100).
      </Trans>
    </p>
  );
}

function DifferenceNotice({ answerPath, best }: { answerPath: string | undefined; best: Entry | undefined }) {
  const name = best?.name;
  if (answerPath === undefined && !best) {
    return (
      <p>
        <Trans>Nada alcanza el puntaje mínimo.</Trans>
      </p>
    );
  }
  if (answerPath === best?.path) return null;
  return (
    <Alert severity="warning" variant="outlined" role="note">
      {best ? (
        <Trans>Con las reglas de Vitrina la respuesta sería {name}: el servicio usa otras.</Trans>
      ) : (
        <Trans>
          Con las reglas de Vitrina no habría coincidencia: el servicio puede conocer otros nombres.
        </Trans>
      )}
    </Alert>
  );
}

function ScoredEntry({ match, isAnswer }: { match: Match<EntryCandidate>; isAnswer: boolean }) {
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
