import { useLingui } from '@lingui/react/macro';
import Dialog from '@mui/material/Dialog';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { runShortcut } from '#console/ui/keyboard-shortcuts.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import css from './Palette.module.css';
import type { PaletteItem } from './palette-items.ts';
import { PaletteSearch } from './PaletteSearch.tsx';
import type { NavigationPage } from './use-loaded-items.ts';

interface Props {
  pages: readonly NavigationPage[];
  /** Called once the focus is back where it was. */
  onClose: () => void;
}

/** Finds pages, agencies, people, inquiries and the rest, and acts on what is open. */
export function Palette({ pages, onClose }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const isPhone = useMediaQuery('(max-width: 599px)');
  const [isOpen, setOpen] = useState(true);
  const [act, setAct] = useState<string>();
  const choose = ({ to, label }: PaletteItem) => {
    if (to === undefined) setAct(label);
    else void navigate(to);
    setOpen(false);
  };
  return (
    <MuiRoot>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        fullWidth
        maxWidth="sm"
        fullScreen={isPhone}
        aria-label={t`Buscar o ir a`}
        slotProps={{
          container: { className: css.container ?? '' },
          paper: { className: isPhone ? '' : (css.paper ?? '') },
          transition: {
            onExited: () => {
              onClose();
              if (act !== undefined) runShortcut(act);
            },
          },
        }}
      >
        <PaletteSearch pages={pages} isPhone={isPhone} onChoose={choose} onClose={() => setOpen(false)} />
      </Dialog>
    </MuiRoot>
  );
}
