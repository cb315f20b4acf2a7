import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { LAST_DAYS, resolveDay } from '#contract/relative-days.ts';
import { dayAt } from '#contract/window.ts';
import { Failure } from '#console/api/failure.ts';
import { useSession } from '#console/session/session.ts';
import { DayRangeFields } from '#console/ui/DayRangeFields.tsx';
import { IconAction } from '#console/ui/IconAction.tsx';
import { CloseIcon, FilterIcon } from '#console/ui/icons.tsx';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { type LogAddress, changedLogSearch } from './log-address.ts';
import { UnreadableParameters } from './UnreadableParameters.tsx';

interface Props {
  label: string;
  address: LogAddress;
  failure: Error | null;
  children: ReactNode;
}

const ON_PHONES = '@media (max-width: 759px)';

export function LogFilters({ label, address: { query, unreadable }, failure, children }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const today = dayAt(useNow(), timeZone);
  const dayErrors = failure instanceof Failure ? failure.errors : {};
  const isOpen = isUnfolded || Object.keys(dayErrors).length > 0;
  const count = Object.keys(query).filter((name) => name !== 'before').length;
  const setPeriod = (period: { from?: string | undefined; to?: string | undefined }) =>
    void navigate({ search: changedLogSearch(search, period) });
  const presets = { hoy: t`Hoy`, [LAST_DAYS[7]]: t`7 días`, [LAST_DAYS[30]]: t`30 días` };
  const toError = (messages: string[] | undefined) => messages && t`Revisá este día.`;
  const resolve = (day: string | undefined) => resolveDay(day ?? '', () => today);
  return (
    <Stack component="search" aria-label={label} spacing={1.5}>
      <Box sx={{ display: 'none', [ON_PHONES]: { display: 'block' } }}>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<FilterIcon />}
          sx={{ borderColor: 'divider' }}
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {count > 0 ? <Trans>Filtros ({count})</Trans> : <Trans>Filtros</Trans>}
        </Button>
      </Box>
      <Stack
        direction="row"
        sx={{
          flexWrap: 'wrap',
          alignItems: 'center',
          '&:has([role="alert"])': { alignItems: 'start' },
          columnGap: 1,
          rowGap: 1.5,
          [ON_PHONES]: { display: isOpen ? 'flex' : 'none' },
        }}
      >
        <ToggleChoice<string>
          label={t`Período`}
          value={query.to ? null : (query.from ?? null)}
          options={presets}
          onChange={(from) => setPeriod({ from, to: undefined })}
        />
        <DayRangeFields
          range={{ from: resolve(query.from), to: resolve(query.to) }}
          max={today}
          errors={{ from: toError(dayErrors.from), to: toError(dayErrors.to) }}
          fieldSx={{ flex: '1 1 146px', minWidth: 0, maxWidth: { sm: 170 } }}
          onChange={setPeriod}
        />
        {children}
        <IconAction
          label={t`Limpiar`}
          disabled={count === 0}
          // The button keeps its place, so that nothing moves.
          sx={{ visibility: count === 0 ? 'hidden' : 'visible' }}
          onClick={() => void navigate({ search: '' })}
        >
          <CloseIcon />
        </IconAction>
      </Stack>
      <UnreadableParameters parameters={unreadable} />
    </Stack>
  );
}
