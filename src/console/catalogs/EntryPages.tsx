import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router';
import type { MatchKind } from '#contract/desk/matching.ts';
import { unknownMembers } from '#contract/reading.ts';
import type { V3Name } from '#contract/v3.ts';
import { endpointKey } from '#console/api/endpoint-query.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { RawReply, UnknownFields, Value } from '#console/ui/Facts.tsx';
import { Section } from '#console/ui/Section.tsx';
import { CATALOGS } from './catalogs.ts';
import { ColorSwatch } from './ColorSwatch.tsx';
import type { Entry } from './entries.ts';
import { useRegions } from './regions.ts';

function createEntryPage(kind: MatchKind) {
  const { title, schema, entryQuery, listEndpoint, listPath } = CATALOGS[kind];
  function Component() {
    const { i18n } = useLingui();
    const { id = '' } = useParams();
    const query = useQuery({ ...entryQuery(id), ...useListedEntry(listEndpoint, id) });
    return <EntryPage schema={schema} query={query} back={{ to: listPath(), label: i18n._(title) }} />;
  }
  const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => queryClient.ensureQueryData(entryQuery(id));
  return { Component, loader };
}

export const makePage = createEntryPage('make');
export const bodyStylePage = createEntryPage('bodystyle');
export const cityPage = createEntryPage('city');
export const colorPage = createEntryPage('color');

function useListedEntry(list: V3Name, id: string) {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: endpointKey(list) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { state } of lists) {
    const entry = (state.data as Entry[] | undefined)?.find((listed) => listed.id === id);
    if (entry) return { initialData: entry, initialDataUpdatedAt: state.dataUpdatedAt };
  }
  return {};
}

interface Props {
  schema: Parameters<typeof unknownMembers>[0];
  query: UseQueryResult<Entry>;
  back: { to: string; label: string };
}

function EntryPage({ schema, query, back }: Props) {
  const { t } = useLingui();
  return (
    <DetailPage
      title={query.data?.name ?? t`Entrada`}
      tab={[query.data?.name, back.label]}
      back={back}
      freshness={query}
      loadingLabel={t`Cargando el catálogo`}
      query={query}
      failureActions={
        <Button component={Link} to={back.to} variant="outlined">
          <Trans>Volver a la lista</Trans>
        </Button>
      }
    >
      {(entry) => (
        <Section title={t`Datos`} hideTitle>
          <EntryFacts entry={entry} />
          <UnknownFields members={unknownMembers(schema, entry.reply)} />
          <RawReply reply={entry.reply} />
        </Section>
      )}
    </DetailPage>
  );
}

function EntryFacts({ entry: { id, path, codes, region, htmlColor, reply } }: { entry: Entry }) {
  const { t } = useLingui();
  const knownRegion = useRegions().find(({ name }) => name === region);
  return (
    <FactRows>
      {htmlColor !== null && (
        <FactRow name={t`Muestra`} copyText={htmlColor}>
          <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
            <ColorSwatch htmlColor={htmlColor} size={44} />
            <code>{htmlColor}</code>
          </Stack>
        </FactRow>
      )}
      {'Region' in reply && (
        <FactRow name={t`Provincia`}>
          {knownRegion ? (
            <MuiLink component={Link} to={paths.cities(`region=${knownRegion.id}`)}>
              {knownRegion.name}
            </MuiLink>
          ) : (
            <Value value={region} />
          )}
        </FactRow>
      )}
      {codes.map((code) => (
        <FactRow key={code} name={t`Código`} copyText={code}>
          <code>{code}</code>
        </FactRow>
      ))}
      <FactRow name={t`Id`} copyText={id}>
        {id === '' ? <Value value={undefined} /> : <code>{id}</code>}
      </FactRow>
      <FactRow name={t`Ruta`} copyText={path}>
        {path === '' ? <Value value={undefined} /> : <code>{path}</code>}
      </FactRow>
    </FactRows>
  );
}
