import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MatchKind } from '#contract/desk/matching.ts';
import { type Match, MIN_MATCH_SCORE } from '#matching/matcher.ts';
import { toPoints } from '#console/table-file/candidates.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { RawReply } from '#console/ui/Facts.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import { type MatchRequest, requestPath } from './address.ts';
import {
  type EntryCandidate,
  type BestMatch,
  type MatchScores,
  matchScoresQuery,
} from './best-match-queries.ts';
import { CATALOGS } from './catalogs.ts';
import { ColorSwatch } from './ColorSwatch.tsx';
import type { Entry } from './entries.ts';
import { useSignalText } from './match-text.ts';

interface Props {
  request: MatchRequest;
  result: BestMatch;
}

export function MatchResult({ request, result }: Props) {
  const { t } = useLingui();
  const path = requestPath(request);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t`Respuesta`}
      aria-live="polite"
      sx={{ p: { xs: 2, sm: 3 } }}
    >
      <Stack spacing={1}>
        {result.outcome === 'match' ? (
          <MatchingEntry kind={request.kind} entry={result.entry} />
        ) : (
          <NoMatch request={request} errors={result.errors} />
        )}
        {path ? (
          <CopyablePath path={path} label={t`Copiar el pedido`}>
            GET {path}
          </CopyablePath>
        ) : (
          <Typography color="textSecondary">
            <Trans>
              El servicio no busca colores: Vitrina compara el valor con todos los colores del catálogo.
            </Trans>
          </Typography>
        )}
        {result.outcome === 'match' && <RawReply reply={result.entry.reply} />}
      </Stack>
    </Paper>
  );
}

function MatchingEntry({ kind, entry }: { kind: MatchKind; entry: Entry }) {
  const { t } = useLingui();
  const { id, name, path, region, htmlColor } = entry;
  return (
    <>
      <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
        {htmlColor !== null && <ColorSwatch htmlColor={htmlColor} size={44} />}
        <Typography variant="h2">
          {id ? <Link to={CATALOGS[kind].entryPath(id)}>{name}</Link> : <bdi>{name}</bdi>}
          {region !== null && (
            <Typography component="span" color="textSecondary">
              {' '}
              {region}
            </Typography>
          )}
        </Typography>
      </Stack>
      {path && (
        <CopyablePath path={path} label={t`Copiar la ruta de ${name}`}>
          {path}
        </CopyablePath>
      )}
    </>
  );
}

function CopyablePath({ path, label, children }: { path: string; label: string; children: ReactNode }) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      <code>{children}</code>
      <CopyButton text={path} label={label} />
    </Stack>
  );
}

function NoMatch({ request, errors }: { request: MatchRequest; errors: Record<string, string[]> }) {
  const { value, state } = request;
  return (
    <>
      <Typography variant="h2">
        <Trans>Sin coincidencia</Trans>
      </Typography>
      <p>
        {'state' in errors ? (
          <Trans>Sin coincidencia: la provincia «{state}» no se parece a ninguna.</Trans>
        ) : (
          <Trans>Sin coincidencia: «{value}» no se parece lo suficiente a ninguna entrada.</Trans>
        )}
      </p>
      {Object.entries(errors).map(([parameter, messages]) => (
        <Typography key={parameter} color="textSecondary" lang="es">
          <Trans>El servicio dice:</Trans> «{parameter}: {messages.join('; ')}»
        </Typography>
      ))}
    </>
  );
}

const SHOWN_ENTRIES = 5;

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
