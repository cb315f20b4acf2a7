import { useLingui } from '@lingui/react/macro';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useMutation } from '@tanstack/react-query';
import type { DemoFault } from '#contract/desk/demo-faults.ts';
import { FailureText } from '#console/ui/FailureText.tsx';
import { Section } from '#console/ui/Section.tsx';
import { setDemoFault } from './connection-queries.ts';

const NONE = 'none';

export function DemoFaults({ fault }: { fault: DemoFault | null }) {
  const { t } = useLingui();
  const change = useMutation(setDemoFault);
  const names: Record<DemoFault | typeof NONE, string> = {
    none: t`Ninguna`,
    'wrong-secret': t`El servicio firma con otro secreto`,
    'topic-off': t`Alguien apagó el aviso de consultas`,
    'callback-gone': t`El aviso de consultas va a una dirección que no existe`,
    'callback-failing': t`Esta consola responde con un error a los mensajes del aviso`,
    'callback-slow': t`Esta consola responde tarde a los mensajes del aviso`,
    'certificate-expired': t`Venció el certificado de la dirección de esta consola`,
    'receiver-down': t`Esta consola no responde a los mensajes del aviso`,
    'message-repeated': t`Se pierden las respuestas de esta consola a los mensajes del aviso`,
    'service-down': t`El servicio está caído`,
    'clock-wrong': t`El reloj de este servidor atrasa 25 minutos`,
    'service-slow': t`El servicio tarda segundos en responder`,
    'mail-down': t`El servidor de correo no acepta correos`,
    'package-spent': t`Una agencia agotó su paquete`,
    'agency-left': t`Una agencia se desasoció después de recibir una consulta`,
    'never-registered': t`Una agencia invitada no completa su registro`,
    'seller-limited': t`Los vendedores de una agencia ven solo sus propias consultas`,
  };
  return (
    <Section
      title={t`Fallas de la demostración`}
      description={t`Solo hay en una demostración. Elegí una y mirá qué dice el resumen; con «Ninguna» se repara.`}
    >
      <RadioGroup
        aria-label={t`Fallas de la demostración`}
        sx={{ gap: { xs: 1, sm: 0 } }}
        value={(change.isPending ? change.variables.fault : fault) ?? NONE}
        onChange={(_, value) => change.mutate({ fault: value === NONE ? null : (value as DemoFault) })}
      >
        {Object.entries(names).map(([value, label]) => (
          <FormControlLabel
            key={value}
            value={value}
            control={<Radio disabled={change.isPending} />}
            label={label}
          />
        ))}
      </RadioGroup>
      {change.error && <FailureText error={change.error} />}
    </Section>
  );
}
