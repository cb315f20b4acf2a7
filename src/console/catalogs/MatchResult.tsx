import { Trans, useLingui } from '@lingui/react/macro';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MatchKind } from '#contract/desk/matching.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { RawReply } from '#console/ui/Facts.tsx';
import { CATALOGS } from './catalogs.ts';
import { ColorSwatch } from './ColorSwatch.tsx';
import type { Entry } from './entries.ts';
import type { MatchResult as Result } from './best-match-queries.ts';
import { type MatchRequest, requestPath } from './address.ts';

interface Props {
  request: MatchRequest;
  result: Result;
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
        <Typography variant="h1" component="h2">
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
      <Typography variant="h1" component="h2">
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
