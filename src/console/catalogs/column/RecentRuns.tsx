import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import MuiLink from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MAX_RUNS_OF_PERSON, RUN_DAYS } from '#contract/desk/match-runs.ts';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { Caption } from '#console/ui/Caption.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { matchRunListQuery, runPath } from './match-run-queries.ts';

export function RecentRuns() {
  const { t, i18n } = useLingui();
  const { data: list, error, refetch } = useQuery(matchRunListQuery());
  if (error && !list)
    return (
      <FailureAlert
        error={error}
        title={t`No se pudieron cargar tus comparaciones`}
        onRetry={() => void refetch()}
      />
    );
  if (!list?.runs.length) return null;
  return (
    <Section
      title={t`Comparaciones recientes`}
      actions={<HelpLink topic="comparisons" />}
      description={
        <Trans>
          Se guardan {RUN_DAYS} días, y de cada persona las últimas {MAX_RUNS_OF_PERSON}. Su enlace sirve para
          cualquiera que entre a Vitrina.
        </Trans>
      }
    >
      <List disablePadding aria-label={t`Comparaciones recientes`}>
        {list.runs.map(({ id, catalog, name, column, rowCount, at }) => (
          <ListItem key={id} disableGutters sx={{ display: 'block', overflowWrap: 'anywhere' }}>
            <MuiLink component={Link} to={runPath(id)}>
              {[name, column].filter(Boolean).join(' · ')}
            </MuiLink>
            <Caption>
              {i18n._(CATALOGS[catalog].title)} ·{' '}
              {t`${plural(rowCount, { one: '# fila', other: '# filas' })}`} · <Moment at={at} />
            </Caption>
          </ListItem>
        ))}
      </List>
    </Section>
  );
}
