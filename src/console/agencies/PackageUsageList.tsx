import { Trans, useLingui } from '@lingui/react/macro';
import Grid from '@mui/material/Grid';
import { AgenciaProductos } from '#contract/agencies.ts';
import { unknownMembers } from '#contract/reading.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { UnknownFields, Value } from '#console/ui/Facts.tsx';
import { useAgenciesText } from './agencies-text.ts';
import { type Product, packageUsage } from './package-usage.ts';
import { PackageUsageMeter } from './PackageUsageMeter.tsx';

export function PackageUsageList({ products }: { products: readonly Product[] }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  return (
    <Grid container component="ul" spacing={3}>
      {products.map((product, index) => {
        const exposure = product.Exposicion ? text.exposure(product.Exposicion) : t`Sin exposición`;
        const usage = packageUsage([product]);
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
