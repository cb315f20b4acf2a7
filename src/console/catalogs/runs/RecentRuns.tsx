import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import MuiLink from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type ListedRun, MAX_RUNS_OF_PERSON, RUN_DAYS, type RunKind } from '#contract/desk/match-runs.ts';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { Caption } from '#console/ui/Caption.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { matchRunListQuery, runPath } from './run-queries.ts';

export function RecentRuns({ kind }: { kind: RunKind }) {
  const { t } = useLingui();
  const { data: list, error, refetch } = useQuery(matchRunListQuery());
  const isColumn = kind === 'column';
  if (error && !list)
    return (
      <FailureAlert
        error={error}
        title={
          isColumn ? t`No se pudieron cargar tus comparaciones` : t`No se pudieron cargar tus revisiones`
        }
        onRetry={() => void refetch()}
      />
    );
  const runs = list?.runs.filter((run) => run.kind === kind) ?? [];
  if (runs.length === 0) return null;
  const title = isColumn ? t`Comparaciones recientes` : t`Revisiones recientes`;
  return (
    <Section
      title={title}
      actions={<HelpLink topic="comparisons" />}
      description={
        <Trans>
          Se guardan {RUN_DAYS} días, y de cada persona las últimas {MAX_RUNS_OF_PERSON}. Su enlace sirve para
          cualquiera que entre a Vitrina.
        </Trans>
      }
    >
      <List disablePadding aria-label={title}>
        {runs.map((run) => (
          <ListItem key={run.id} disableGutters sx={{ display: 'block', overflowWrap: 'anywhere' }}>
            <RecentRun run={run} />
          </ListItem>
        ))}
      </List>
    </Section>
  );
}

function RecentRun({ run }: { run: ListedRun }) {
  const { t, i18n } = useLingui();
  const { kind, name, column, catalogs, rowCount, at } = run;
  const titles = catalogs.map((catalog) => i18n._(CATALOGS[catalog].title)).join(', ');
  return (
    <>
      <MuiLink component={Link} to={runPath(run)}>
        {kind === 'column' ? [name, column].filter(Boolean).join(' · ') : name || t`Tabla pegada`}
      </MuiLink>
      <Caption>
        {titles} · {t`${plural(rowCount, { one: '# fila', other: '# filas' })}`} · <Moment at={at} />
      </Caption>
    </>
  );
}
