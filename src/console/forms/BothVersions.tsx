import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';
import parts from '#console/ui/parts.module.css';
import css from './BothVersions.module.css';

interface Props {
  /** Where they differ, in words. */
  differing: readonly { name: string; mine: string; theirs: string }[];
  pending: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

/** Somebody saved something else meanwhile: both versions where they differ, and the choice. */
export function BothVersions({ differing, pending, onMine, onTheirs }: Props) {
  const { t } = useLingui();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <Alert
      severity="warning"
      variant="outlined"
      ref={panel}
      tabIndex={-1}
      slotProps={{ message: { sx: { flex: 1, minWidth: 0 } } }}
    >
      <AlertTitle>
        <Trans>Alguien guardó otra cosa mientras tanto</Trans>
      </AlertTitle>
      <div className={css.versions}>
        <ComparedTable
          heads={[t`Dato`, t`Lo tuyo`, t`Lo guardado`]}
          rows={differing.map(({ name, mine, theirs }) => ({ name, sides: [mine, theirs] }))}
        />
      </div>
      <div className={parts.actions}>
        <Button variant="contained" size="small" loading={pending} onClick={onMine}>
          <Trans>Guardar lo mío</Trans>
        </Button>
        <Button variant="outlined" size="small" color="inherit" onClick={onTheirs}>
          <Trans>Quedarme con lo guardado</Trans>
        </Button>
      </div>
    </Alert>
  );
}
