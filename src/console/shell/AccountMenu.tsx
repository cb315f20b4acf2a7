import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { Role } from '#contract/desk/sessions.ts';
import { paths } from '#console/paths.ts';
import { LanguageToggle, ThemeToggle } from '#console/session/PreferenceToggles.tsx';
import { useSession } from '#console/session/session.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { SignOutButton } from './SignOutButton.tsx';

interface Props {
  anchor: HTMLElement | null;
  onClose: () => void;
  onShortcuts: () => void;
}

export function AccountMenu({ anchor, onClose, onShortcuts }: Props) {
  const { person } = useSession();
  const { t } = useLingui();
  const role: Record<Role, string> = { seller: t`Ventas`, partner: t`Administración`, support: t`Soporte` };
  return (
    <MuiRoot>
      <Popover
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={onClose}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t`Cuenta`,
            sx: { p: 2, width: 272, border: 1, borderColor: 'divider' },
          },
        }}
      >
        <Stack spacing={2}>
          <div>
            <Typography sx={{ fontWeight: 600 }}>{person.name}</Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {person.mail} · {role[person.role]}
            </Typography>
          </div>
          <LanguageToggle />
          <ThemeToggle />
          <Button component={Link} to={paths.me()} variant="outlined" color="inherit" onClick={onClose}>
            <Trans>Mi cuenta</Trans>
          </Button>
          <Button component={Link} to={paths.help()} variant="outlined" color="inherit" onClick={onClose}>
            <Trans>Ayuda</Trans>
          </Button>
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => {
              onClose();
              onShortcuts();
            }}
          >
            <Trans>Atajos de teclado</Trans>
          </Button>
          <SignOutButton />
        </Stack>
      </Popover>
    </MuiRoot>
  );
}
