import { Trans, useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import type { UseQueryResult } from '@tanstack/react-query';
import { FailureText } from './FailureText.tsx';
import { IconAction } from './IconAction.tsx';
import { RefreshIcon } from './icons.tsx';
import { useFormats, useNow } from './use-formats.ts';

export type FreshnessQuery = Pick<
  UseQueryResult,
  'data' | 'dataUpdatedAt' | 'error' | 'isFetching' | 'refetch'
>;

const RECENT_MS = 60_000;

export function Freshness({
  query: { data, dataUpdatedAt, error, isFetching, refetch },
}: {
  query: FreshnessQuery;
}) {
  const { t } = useLingui();
  const format = useFormats();
  const now = useNow();
  if (dataUpdatedAt === 0) return null;
  const updatedAt = new Date(dataUpdatedAt).toISOString();
  const age = format.age(updatedAt, Math.max(now, dataUpdatedAt));
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 0.5, color: 'text.secondary', fontSize: 13 }}
    >
      {error && data !== undefined && (
        <FailureText error={error} format={(what) => t`No se pudo actualizar: ${what}`} />
      )}
      <Tooltip describeChild title={format.exact(updatedAt)}>
        <time dateTime={updatedAt}>
          {now - dataUpdatedAt < RECENT_MS ? (
            <Trans>actualizado recién</Trans>
          ) : (
            <Trans>actualizado {age}</Trans>
          )}
        </time>
      </Tooltip>
      <IconAction
        label={t`Actualizar`}
        sx={{ '&[aria-busy=true] svg': { animation: 'turn 1s linear infinite' } }}
        aria-busy={isFetching}
        onClick={() => void refetch()}
      >
        <RefreshIcon />
      </IconAction>
    </Stack>
  );
}
