import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import { MAX_TRACE_TEXT, MIN_TRACE_TEXT, type TraceMatches } from '#contract/desk/trace.ts';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { findTracesQuery } from './trace-queries.ts';

function TraceSearchPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const q = (search.get('q') ?? '').trim().slice(0, MAX_TRACE_TEXT);
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget as HTMLFormElement).get('q');
    void navigate(paths.traces(String(new URLSearchParams({ q: typeof text === 'string' ? text : '' }))));
  };
  const isSearched = q.length >= MIN_TRACE_TEXT;
  const { data, error, isLoading, refetch } = useQuery({ ...findTracesQuery(q), enabled: isSearched });
  return (
    <Page title={t`Rastrear una consulta`} actions={<HelpLink topic="arrival" />} narrow>
      <search>
        <Stack
          component="form"
          key={q}
          onSubmit={submit}
          direction="row"
          sx={{ gap: 1, alignItems: 'start' }}
        >
          <TextField
            name="q"
            type="search"
            label={t`Teléfono, correo, nombre, publicación o id`}
            defaultValue={q}
            fullWidth
            slotProps={{ htmlInput: { maxLength: MAX_TRACE_TEXT } }}
          />
          <Button type="submit" variant="contained">
            <Trans>Buscar</Trans>
          </Button>
        </Stack>
      </search>
      {!isSearched && (
        <Typography color="textSecondary">
          <Trans>
            Dice qué pasó con una consulta desde que se hizo, y por qué no llegó. También busca agencias: su
            página dice si llegaría una consulta hecha ahora.
          </Trans>
        </Typography>
      )}
      {isLoading && <TableSkeleton label={t`Buscando`} />}
      {error && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && isSearched && <Matches matches={data} />}
    </Page>
  );
}

function Matches({ matches: { leads, agencies, more } }: { matches: TraceMatches }) {
  const { t } = useLingui();
  const format = useFormats();
  const getAgencyName = useAgencyName();
  const count = leads.length;
  return (
    <>
      {agencies.length > 0 && (
        <Section title={t`Agencias`}>
          <Stack component="ul" sx={{ gap: 1, m: 0, p: 0, listStyle: 'none' }}>
            {agencies.map(({ adminMail, name }) => (
              <li key={adminMail}>
                <Link component={RouterLink} to={paths.agencyTrace(adminMail)}>
                  {name ?? adminMail}
                </Link>
              </li>
            ))}
          </Stack>
        </Section>
      )}
      {count > 0 && (
        <Section title={t`Consultas`}>
          <Stack component="ul" sx={{ gap: 2, m: 0, p: 0, listStyle: 'none' }}>
            {leads.map(({ agency, sid, at, person, vehicle }) => (
              <li key={`${agency} ${sid}`}>
                <Link component={RouterLink} to={paths.trace(agency, sid)} sx={{ fontWeight: 600 }}>
                  {person ?? <Trans>Consulta sin nombre</Trans>}
                </Link>
                <Typography variant="body2" color="textSecondary">
                  {[vehicle, getAgencyName(agency), at === null ? null : format.moment(at)]
                    .filter(Boolean)
                    .join(' · ')}
                </Typography>
              </li>
            ))}
          </Stack>
          {more && (
            <Typography color="textSecondary">
              <Trans>Hay más de {count}: agregá otra palabra.</Trans>
            </Typography>
          )}
        </Section>
      )}
      {count === 0 && (
        <EmptyState>
          {agencies.length > 0 ? (
            <Trans>Ninguna consulta tiene eso. La página de cada agencia dice si le llegan.</Trans>
          ) : (
            <Trans>
              No hay ninguna consulta con eso en la bandeja. Si sabés de qué agencia es, buscala: su página
              dice si le llegan.
            </Trans>
          )}
        </EmptyState>
      )}
    </>
  );
}

export { TraceSearchPage as Component };
