import { useLingui } from '@lingui/react/macro';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useSession } from '#console/session/session.ts';
import { useDensity } from '#console/ui/density.ts';
import type { Density } from '#console/ui/stored-density.ts';

export function DensityChoice() {
  const { t } = useLingui();
  const [chosen, choose] = useDensity(useSession().person.id);
  const label = t`Filas de la lista de consultas`;
  return (
    <div>
      <Typography variant="body2" color="textSecondary" aria-hidden sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        aria-label={label}
        value={chosen}
        onChange={(_event, density: Density | null) => density && choose(density)}
      >
        <ToggleButton value="comfortable" color="primary">
          {t({ context: 'density', message: 'Cómodas' })}
        </ToggleButton>
        <ToggleButton value="compact" color="primary">
          {t({ context: 'density', message: 'Compactas' })}
        </ToggleButton>
      </ToggleButtonGroup>
    </div>
  );
}
