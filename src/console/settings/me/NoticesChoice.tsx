import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type NoticeSettings, useNoticeSettings } from '#console/live/notice-settings.ts';
import { playSound } from '#console/live/sound.ts';
import { useSession } from '#console/session/session.ts';

const NIGHT = { from: '20:00', to: '08:00' };

/** How a person is told of new inquiries while they look elsewhere. */
export function NoticesChoice() {
  const { t } = useLingui();
  const [notices, change] = useNoticeSettings(useSession().person.id);
  const [denied, setDenied] = useState(() => permission() === 'denied');
  const { quiet } = notices;
  // What the browser does not let be shown is not on, whatever was chosen.
  const desktop = notices.desktop && permission() === 'granted';

  const chooseDesktop = async (wanted: boolean) => {
    const given = wanted && permission() !== 'none' ? await Notification.requestPermission() : 'default';
    setDenied(wanted && given !== 'granted');
    change({ desktop: wanted && given === 'granted' });
  };
  const setQuiet = (times: Partial<NonNullable<NoticeSettings['quiet']>>) => {
    if (quiet && Object.values(times).every(Boolean)) change({ quiet: { ...quiet, ...times } });
  };

  return (
    // No `Stack`: it would take from the labels what lines their switches up.
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <FormControlLabel
        control={<Switch checked={notices.badge} onChange={(_event, badge) => change({ badge })} />}
        label={t`Cuántas esperan, en el título de la pestaña`}
      />
      <div>
        <FormControlLabel
          control={<Switch checked={desktop} onChange={(_event, wanted) => void chooseDesktop(wanted)} />}
          label={t`Aviso en el escritorio`}
        />
        <Typography variant="body2" color="textSecondary">
          <Trans>
            Dice cuántas y de qué agencia, nada de quien consulta. No aparece si estás mirando Vitrina.
          </Trans>
        </Typography>
        <Typography variant="body2" color="error" role="alert">
          {denied && t`El navegador no deja que este sitio muestre avisos. Se permite en su configuración.`}
        </Typography>
      </div>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap' }}>
        <FormControlLabel
          control={<Switch checked={notices.sound} onChange={(_event, sound) => change({ sound })} />}
          label={t`Sonido`}
        />
        <Button onClick={() => void playSound()}>
          <Trans>Probar el sonido</Trans>
        </Button>
      </Box>
      <FormControlLabel
        control={
          <Switch checked={quiet !== null} onChange={(_event, on) => change({ quiet: on ? NIGHT : null })} />
        }
        label={t`Horas de silencio: sin avisos ni sonido`}
      />
      {quiet && (
        <Stack direction="row" spacing={2} sx={{ mt: 1 }}>
          <TextField
            type="time"
            label={t`Desde`}
            value={quiet.from}
            onChange={({ target }) => setQuiet({ from: target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <TextField
            type="time"
            label={t`Hasta`}
            value={quiet.to}
            onChange={({ target }) => setQuiet({ to: target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        </Stack>
      )}
    </Box>
  );
}

/** `none`: a browser without notices. */
function permission(): NotificationPermission | 'none' {
  return 'Notification' in globalThis ? Notification.permission : 'none';
}
