import { useLingui } from '@lingui/react/macro';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Link } from 'react-router';
import { IconAction } from './IconAction.tsx';
import { MoreIcon } from './icons.tsx';

interface Item {
  label: string;
  dangerous?: boolean;
  to?: string;
  onClick?: () => void;
}

export function MoreMenu({ items }: { items: readonly (Item | false)[] }) {
  const { t } = useLingui();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const shown = items.filter((item) => item !== false);
  if (shown.length === 0) return null;
  const close = () => setAnchor(null);
  return (
    <>
      <IconAction
        label={t`Más acciones`}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreIcon />
      </IconAction>
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={close}
        disablePortal
        slotProps={{
          paper: { sx: { border: 1, borderColor: 'divider' } },
          list: { 'aria-label': t`Más acciones` },
        }}
      >
        {shown.map(({ label, to, onClick, dangerous }) => (
          <MenuItem
            key={label}
            {...(to !== undefined && { component: Link, to })}
            onClick={() => {
              close();
              onClick?.();
            }}
            sx={{ minHeight: 'var(--touch)', ...(dangerous && { color: 'error.main' }) }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
