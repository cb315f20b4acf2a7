import { useLingui } from '@lingui/react/macro';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { type Masks, masks } from './print-masks.ts';

interface Props {
  anchor: HTMLElement;
  onPrint: (masks: Masks | undefined) => void;
  onClose: () => void;
}

export function PrintMenu({ anchor, onPrint, onClose }: Props) {
  const { t } = useLingui();
  const print = (chosen: Masks | undefined) => {
    onClose();
    onPrint(chosen);
  };
  return (
    <MuiRoot>
      <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': t`Imprimir` } }}>
        <MenuItem onClick={() => print(undefined)}>{t`Imprimir completa`}</MenuItem>
        <MenuItem onClick={() => print(masks)}>{t`Imprimir con los datos personales tapados`}</MenuItem>
      </Menu>
    </MuiRoot>
  );
}
