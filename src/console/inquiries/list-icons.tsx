import { Icon } from '#console/ui/icons.tsx';

// Icons of the list's own buttons, drawn as those of the shell.

export const SearchIcon = () => (
  <Icon>
    <path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4" />
  </Icon>
);
export const DensityIcon = () => (
  <Icon>
    <path d="M4 5h16M4 10h16M4 14h16M4 19h16" />
  </Icon>
);
