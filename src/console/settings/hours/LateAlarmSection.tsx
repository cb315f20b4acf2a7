import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgencyLateAlarm } from '#contract/desk/notifications.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import { lateAlarmQuery } from './late-alarm-queries.ts';
import { LateAlarmDialog } from './LateAlarmDialog.tsx';

export function LateAlarmSection({ agencia }: { agencia: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(lateAlarmQuery(agencia));
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={t`Alarma de consultas tarde`}
      description={
        <Trans>
          Avisa una vez por consulta que nadie respondió. La callan una respuesta, posponerla o cerrarla.
        </Trans>
      }
      actions={
        data && (
          <div>
            <HelpLink topic="notifications" />
            <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
              <Trans>Cambiar la alarma</Trans>
            </Button>
          </div>
        )
      }
    >
      {data && <LateAlarmFacts agencyAlarm={data} />}
      {!data && error && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && isOpen && (
        <LateAlarmDialog agencia={agencia} agencyAlarm={data} onClose={() => setOpen(false)} />
      )}
    </Section>
  );
}

function LateAlarmFacts({ agencyAlarm: { alarm, people } }: { agencyAlarm: AgencyLateAlarm }) {
  const { t, i18n } = useLingui();
  const { on, minutes, recipients, mail } = alarm;
  if (!on) return <Trans>Está apagada.</Trans>;
  const names = recipients.map((id) => people.find((person) => person.id === id)?.name ?? id);
  const channels = mail ? t`En Vitrina y por correo` : t`En Vitrina`;
  return (
    <Box sx={{ '--names': { xs: '112px', sm: '160px' } }}>
      <FactRows>
        <FactRow name={t`Cuándo`}>
          {minutes === 0
            ? t`Al pasar el plazo`
            : t`${plural(minutes, {
                one: '# minuto de atención después del plazo',
                other: '# minutos de atención después del plazo',
              })}`}
        </FactRow>
        <FactRow name={t`A quién`}>{new Intl.ListFormat(i18n.locale).format(names)}</FactRow>
        <FactRow name={t`Cómo`}>{channels}</FactRow>
      </FactRows>
    </Box>
  );
}
