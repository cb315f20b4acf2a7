import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import type { PackageUsage } from './package-usage.ts';

const METER_COLORS = { normal: 'primary', low: 'warning', exhausted: 'error' } as const;

export function PackageUsageMeter({ usage, label }: { usage: PackageUsage; label: string }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { level } = usage;
  const used = format.number(usage.used);
  const contracted = format.number(usage.contracted);
  return (
    <Box sx={{ display: 'grid', gap: 0.5, maxWidth: { sm: 200 }, fontSize: 13 }}>
      <span>
        <Trans>
          {used} de {contracted}
        </Trans>
        {level !== 'normal' && (
          <Box component="span" sx={{ color: `${METER_COLORS[level]}.main`, fontWeight: 600 }}>
            {' · '}
            {level === 'low' ? <Trans>queda poco</Trans> : <Trans>sin lugar</Trans>}
          </Box>
        )}
      </span>
      <LinearProgress
        variant="determinate"
        // A progress bar would say that something is under way.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props -- set by MUI
        role="meter"
        color={METER_COLORS[level]}
        aria-label={label}
        aria-valuetext={t`${used} de ${contracted} publicaciones usadas`}
        min={0}
        max={usage.contracted}
        value={Math.min(usage.used, usage.contracted)}
        sx={{
          height: 6,
          borderRadius: 3,
          '@media (forced-colors: active)': { border: 1, '& > *': { forcedColorAdjust: 'none' } },
        }}
      />
    </Box>
  );
}
