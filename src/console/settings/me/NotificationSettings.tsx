import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useState } from 'react';
import { type NoticeSettings, useNoticeSettings } from '#console/live/notice-settings.ts';
import { playSound } from '#console/live/sound.ts';
import { useSession } from '#console/session/session.ts';
import { PickersLocale } from '#console/ui/PickersLocale.tsx';
import { SwitchField } from '#console/ui/SwitchField.tsx';
import { TimeField } from '#console/ui/TimeField.tsx';

const DEFAULT_QUIET_HOURS = { from: '20:00', to: '08:00' };

export function NotificationSettings() {
  const { t } = useLingui();
  const [notices, change] = useNoticeSettings(useSession().person.id);
  const [isDenied, setIsDenied] = useState(() => getPermission() === 'denied');

  const changeDesktop = async (isWanted: boolean) => {
    const permission =
      isWanted && getPermission() !== 'unsupported' ? await Notification.requestPermission() : 'default';
    setIsDenied(isWanted && permission !== 'granted');
    change({ desktop: isWanted && permission === 'granted' });
  };

  return (
    // `Stack` would override the margins of the labels.
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <SwitchField
        label={t`Cuántas esperan, en el título de la pestaña`}
        checked={notices.badge}
        onChange={(badge) => change({ badge })}
      />
      <div>
        <SwitchField
          label={t`Notificación en el escritorio`}
          // The browser may have revoked the permission since.
          checked={notices.desktop && getPermission() === 'granted'}
          description={t`Dice cuántas y de qué agencia, nada de quien consulta. No aparece si estás mirando Vitrina.`}
          onChange={(isWanted) => void changeDesktop(isWanted)}
        />
        <FormHelperText error role="alert" sx={{ mt: 0 }}>
          {isDenied &&
            t`El navegador no deja que este sitio muestre notificaciones. Se permite en su configuración.`}
        </FormHelperText>
      </div>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap' }}>
        <SwitchField label={t`Sonido`} checked={notices.sound} onChange={(sound) => change({ sound })} />
        <Button onClick={() => void playSound()}>
          <Trans>Probar el sonido</Trans>
        </Button>
      </Box>
      <SwitchField
        label={t`Horas de silencio: sin notificaciones ni sonido`}
        checked={notices.quiet !== null}
        onChange={(isOn) => change({ quiet: isOn ? DEFAULT_QUIET_HOURS : null })}
      />
      {notices.quiet && <QuietHoursFields quiet={notices.quiet} onChange={(quiet) => change({ quiet })} />}
    </Box>
  );
}

type QuietHours = NonNullable<NoticeSettings['quiet']>;

interface QuietHoursProps {
  quiet: QuietHours;
  onChange: (quiet: QuietHours) => void;
}

function QuietHoursFields({ quiet, onChange }: QuietHoursProps) {
  const { t } = useLingui();
  const labels = { from: t`Desde`, to: t`Hasta` };
  return (
    <PickersLocale>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 160px))', gap: 2, mt: 1 }}>
        {(['from', 'to'] as const).map((time) => (
          <TimeField
            key={time}
            label={labels[time]}
            value={quiet[time]}
            // Clearing the field has no effect.
            onChange={(value) => value && onChange({ ...quiet, [time]: value })}
          />
        ))}
      </Box>
    </PickersLocale>
  );
}

function getPermission(): NotificationPermission | 'unsupported' {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}
