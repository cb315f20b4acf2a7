import { Trans, useLingui } from '@lingui/react/macro';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '#contract/desk/desk.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { call } from '#console/api/call.ts';
import { type Language, chooseLanguage } from '#console/locales/language.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { type ColorScheme, chooseColorScheme, colorScheme } from '#console/ui/color-scheme.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';

/** Who is signed in; language, theme, and the way out. */
export function AccountMenu({ anchor, onClose }: { anchor: HTMLElement | null; onClose: () => void }) {
  const { person } = useSession();
  const { t, i18n } = useLingui();
  const [scheme, setScheme] = useState(colorScheme);
  const signOut = useMutation({
    mutationFn: () => call(desk.signOut),
    onSuccess: () => location.assign(paths.signIn()),
  });
  const role: Record<Role, string> = { seller: t`Ventas`, partner: t`Administración`, support: t`Soporte` };
  const schemes: [ColorScheme, string][] = [
    ['system', t`Como el dispositivo`],
    ['light', t`Claro`],
    ['dark', t`Oscuro`],
  ];
  const languages: [Language, string][] = [
    ['es', 'Español'],
    ['en', 'English'],
  ];
  return (
    <MuiRoot>
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={onClose}
        slotProps={{ paper: { sx: { minWidth: 240 } } }}
      >
        <MenuItem disabled sx={{ '&.Mui-disabled': { opacity: 1 } }}>
          <ListItemText primary={person.name} secondary={`${person.mail} · ${role[person.role]}`} />
        </MenuItem>
        <Divider />
        <ListSubheader sx={{ lineHeight: 2.2 }}>
          <Trans>Idioma</Trans>
        </ListSubheader>
        {languages.map(([language, label]) => (
          <MenuItem
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={i18n.locale === language}
            selected={i18n.locale === language}
            onClick={() => void chooseLanguage(language)}
          >
            {label}
          </MenuItem>
        ))}
        <ListSubheader sx={{ lineHeight: 2.2 }}>
          <Trans>Tema</Trans>
        </ListSubheader>
        {schemes.map(([choice, label]) => (
          <MenuItem
            key={choice}
            role="menuitemradio"
            aria-checked={scheme === choice}
            selected={scheme === choice}
            onClick={() => {
              chooseColorScheme(choice);
              setScheme(choice);
            }}
          >
            {label}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          <ListItemText
            primary={<Trans>Cerrar sesión</Trans>}
            secondary={signOut.isError ? t`No se pudo. Probá de nuevo.` : undefined}
          />
        </MenuItem>
      </Menu>
    </MuiRoot>
  );
}
