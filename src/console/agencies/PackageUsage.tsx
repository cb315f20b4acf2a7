import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Grid from '@mui/material/Grid';
import LinearProgress from '@mui/material/LinearProgress';
import { AgenciaProductos } from '#contract/agencies.ts';
import { type PackageUsage, findPackageLevel, sumProducts } from '#contract/agency-package.ts';
import { type Tolerant, unknownMembers } from '#contract/reading.ts';
import { addDays, isCalendarDay } from '#contract/window.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { UnknownFields, Value } from '#console/ui/Facts.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { useAgenciesText } from './agencies-text.ts';

export type Package = Tolerant<typeof AgenciaProductos>;
export type Product = NonNullable<Package['Productos']>[number];

const SOON_DAYS = 30;

export function packageExpiry(day: unknown, today: string): 'expired' | 'soon' | 'later' | undefined {
  if (typeof day !== 'string' || !isCalendarDay(day)) return undefined;
  if (day < today) return 'expired';
  return day <= addDays(today, SOON_DAYS) ? 'soon' : 'later';
}

export function PackageUsageList({ products }: { products: readonly Product[] }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  return (
    <Grid container component="ul" spacing={3}>
      {products.map((product, index) => {
        const exposure = product.Exposicion ? text.exposure(product.Exposicion) : t`Sin exposición`;
        const usage = sumProducts([product]);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- products have no id
          <Grid key={index} component="li" size={{ xs: 12, sm: 4 }}>
            {exposure}
            {usage ? (
              <PackageUsageMeter usage={usage} label={exposure} />
            ) : (
              <Value value={product.Utilizadas ?? product.Contratadas ?? null} />
            )}
            {typeof product.Disponibles === 'number' && (
              <Caption>
                <Trans>
                  Disponibles: <Value value={product.Disponibles} />
                </Trans>
              </Caption>
            )}
            <UnknownFields members={unknownMembers(AgenciaProductos.shape.Productos.def.element, product)} />
          </Grid>
        );
      })}
    </Grid>
  );
}

const METER_COLORS = { normal: 'primary', low: 'warning', exhausted: 'error' } as const;

export function PackageUsageMeter({ usage, label }: { usage: PackageUsage; label: string }) {
  const { t } = useLingui();
  const format = useFormats();
  const level = findPackageLevel(usage);
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
