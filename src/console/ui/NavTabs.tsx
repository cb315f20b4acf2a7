import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface Props {
  label: string;
  current: string;
  tabs: readonly { to: string; label: ReactNode }[];
}

const PLAIN_LINK = { role: undefined, tabIndex: undefined, 'aria-selected': undefined };

/** The tabs are links, so their roles are taken away. */
export function NavTabs({ label, current, tabs }: Props) {
  return (
    <Tabs
      component="nav"
      aria-label={label}
      value={current}
      variant="scrollable"
      slotProps={{ list: { role: undefined } }}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      {tabs.map(({ to, label: text }) => (
        <Tab
          key={to}
          component={Link}
          to={to}
          value={to}
          label={text}
          {...PLAIN_LINK}
          aria-current={to === current ? 'page' : undefined}
        />
      ))}
    </Tabs>
  );
}
