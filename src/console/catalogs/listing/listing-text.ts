import { useLingui } from '@lingui/react/macro';
import type { RunField } from '#contract/desk/match-runs.ts';
import { formatEntry } from '#console/table-file/candidates.ts';
import type { Tone } from '#console/ui/StatusChip.tsx';
import type { Reason, Verdict } from './listing-rows.ts';

export const VERDICT_TONES: Record<Verdict, Tone> = {
  ready: 'good',
  review: 'caution',
  impossible: 'bad',
  unchecked: 'none',
};

export function useListingText() {
  const { t } = useLingui();
  const field: Record<RunField, string> = {
    make: t`Marca`,
    model: t`Modelo`,
    bodystyle: t`Carrocería`,
    color: t`Color`,
    region: t`Provincia`,
    city: t`Ciudad`,
  };
  const verdict: Record<Verdict, string> = {
    ready: t`Lista para publicar`,
    review: t`Para revisar`,
    impossible: t`No se puede`,
    unchecked: t`Sin comprobar`,
  };
  const describe = ({ field: name, code, value, entry }: Reason): string => {
    const what = field[name];
    const found = entry ? formatEntry(entry) : '';
    switch (code) {
      case 'missing':
        return t`${what}: falta`;
      case 'doubtful':
        return t`${what}: «${value}» puede ser ${found}`;
      case 'none':
        return t`${what}: «${value}» no está en el catálogo`;
      case 'elsewhere':
        return t`${what}: ${found} no es de la provincia de la fila`;
      case 'unchecked':
        return t`${what}: no se pudo preguntar por «${value}»`;
    }
    return t`${what}: sin catálogo en la interfaz; no se comprueba`;
  };
  return { field, verdict, describe };
}
