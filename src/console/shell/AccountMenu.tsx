import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '#contract/desk/desk.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { call } from '#console/api/call.ts';
import { chooseLanguage } from '#console/locales/language.ts';
import type { Language } from '#console/locales/preferred.ts';
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
    onSuccess: () => location.replace(paths.signIn()),
  });
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
            <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
              {person.mail} · {role[person.role]}
            </Typography>
          </div>
          <Choice<Language>
            label={t`Idioma`}
            value={i18n.locale as Language}
            choices={{ es: 'Español', en: 'English' }}
            onChoose={(language) => void chooseLanguage(language)}
          />
          <Choice<ColorScheme>
            label={t`Tema`}
            value={scheme}
            choices={{ system: t`Automático`, light: t`Claro`, dark: t`Oscuro` }}
            onChoose={(choice) => {
              chooseColorScheme(choice);
              setScheme(choice);
            }}
          />
          {signOut.isError && (
            <Alert severity="error" variant="outlined">
              <Trans>No se pudo. Probá de nuevo.</Trans>
            </Alert>
          )}
          <Button
            variant="outlined"
            color="inherit"
            loading={signOut.isPending}
            onClick={() => signOut.mutate()}
          >
            <Trans>Cerrar sesión</Trans>
          </Button>
        </Stack>
      </Popover>
    </MuiRoot>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: Record<Value, string>;
  onChoose: (value: Value) => void;
}

/** A few words of which one holds. */
function Choice<Value extends string>({ label, value, choices, onChoose }: ChoiceProps<Value>) {
  return (
    <div>
      <Typography variant="body2" color="text.secondary" aria-hidden sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        aria-label={label}
        value={value}
        onChange={(_event, chosen: Value | null) => chosen && onChoose(chosen)}
      >
        {Object.entries<string>(choices).map(([choice, text]) => (
          <ToggleButton key={choice} value={choice} color="primary">
            {text}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
