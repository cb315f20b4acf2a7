import { useLingui } from '@lingui/react/macro';
import { useSession } from '#console/session/session.ts';
import { useDensity } from '#console/ui/density.ts';
import type { Density } from '#console/ui/stored-density.ts';
import { LabelledToggleChoice } from '#console/ui/ToggleChoice.tsx';

export function DensityChoice() {
  const { t } = useLingui();
  const [density, setDensity] = useDensity(useSession().person.id);
  return (
    <LabelledToggleChoice<Density>
      label={t`Filas de la lista de consultas`}
      value={density}
      options={{
        comfortable: t({ context: 'density', message: 'Cómodas' }),
        compact: t({ context: 'density', message: 'Compactas' }),
      }}
      onChange={setDensity}
    />
  );
}
