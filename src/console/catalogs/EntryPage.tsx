import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { unknownMembers } from '#contract/reading.ts';
import { paths } from '#console/paths.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { RawReply, UnknownFields, Value } from '#console/ui/Facts.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { Section } from '#console/ui/Section.tsx';
import { ColorSwatch } from './ColorSwatch.tsx';
import type { Entry } from './entries.ts';
import { useRegions } from './use-regions.ts';

interface Props {
  schema: Parameters<typeof unknownMembers>[0];
  query: UseQueryResult<Entry>;
  back: { to: string; label: string };
}

export function EntryPage({ schema, query, back }: Props) {
  const { t } = useLingui();
  return (
    <DetailPage
      narrow
      title={query.data?.name ?? back.label}
      tab={[query.data?.name, back.label]}
      back={back}
      actions={query.data && <Freshness query={query} />}
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
