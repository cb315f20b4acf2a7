import { useLingui } from '@lingui/react/macro';
import Dialog from '@mui/material/Dialog';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useNavigate } from 'react-router';
import { theme } from '#console/theme.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import css from './Palette.module.css';
import type { PaletteItem } from './palette-items.ts';
import { PaletteSearch } from './PaletteSearch.tsx';
import type { NavigationPage } from './use-loaded-items.ts';

interface Props {
  pages: readonly NavigationPage[];
  onClose: (shortcut?: string) => void;
}

export function Palette({ pages, onClose }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const isPhone = useMediaQuery(theme.breakpoints.down('sm'));
  const choose = ({ to, label }: PaletteItem) => {
    onClose(to === undefined ? label : undefined);
    if (to !== undefined) void navigate(to);
  };
  return (
    <MuiRoot>
      <Dialog
        open
        onClose={() => onClose()}
        fullWidth
        maxWidth="sm"
        fullScreen={isPhone}
        slotProps={{
          container: { className: css.container ?? '' },
          paper: { 'aria-label': t`Buscar o ir a`, className: isPhone ? '' : (css.paper ?? '') },
        }}
      >
        <PaletteSearch pages={pages} isPhone={isPhone} onChoose={choose} onClose={() => onClose()} />
      </Dialog>
    </MuiRoot>
  );
}
