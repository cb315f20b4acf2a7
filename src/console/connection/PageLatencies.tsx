import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import {
  LATENCY_DAYS,
  type LatencyPage,
  MIN_NAVIGATIONS,
  type PageLatency,
} from '#contract/desk/page-latencies.ts';
import { lookUp } from '#contract/look-up.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useFormats } from '#console/ui/use-formats.ts';

const SHOWN_AT_ONCE = 6;
const NEEDS_IMPROVEMENT_MS = 200;

export function PageLatencies({ latencies }: { latencies: readonly PageLatency[] }) {
  const { t } = useLingui();
  const measured = latencies.filter(({ p75Ms }) => p75Ms !== null);
  const [slowest, others] = [measured.slice(0, SHOWN_AT_ONCE), measured.slice(SHOWN_AT_ONCE)];
  return (
    <Section
      title={t`Respuesta de las pantallas`}
      description={
        measured.length > 0 ? (
          <Trans>
            Lo que tarda cada pantalla en responder a un clic o una tecla, en tres de cada cuatro visitas de
            los últimos {LATENCY_DAYS} días. La más lenta, primero.
          </Trans>
        ) : (
          <Trans>
            Ninguna pantalla tiene {MIN_NAVIGATIONS} visitas medidas en los últimos {LATENCY_DAYS} días. Miden
            Chrome y Edge, desde la versión 151.
          </Trans>
        )
      }
    >
      {slowest.length > 0 && <LatencyRows latencies={slowest} />}
      {others.length > 0 && (
        <details>
          <summary>
            <Plural value={others.length} one="# pantalla más" other="# pantallas más" />
          </summary>
          <LatencyRows latencies={others} />
        </details>
      )}
    </Section>
  );
}

function LatencyRows({ latencies }: { latencies: readonly PageLatency[] }) {
  const { t } = useLingui();
  const format = useFormats();
  const names = usePageNames();
  return (
    <FactRows>
      {latencies.map(({ page, p75Ms, navigations }) => {
        const isSlow = (p75Ms ?? 0) > NEEDS_IMPROVEMENT_MS;
        return (
          <FactRow key={page} name={lookUp(names, page) ?? page}>
            <Typography component="span" {...(isSlow && { color: 'error', sx: { fontWeight: 600 } })}>
              {t`hasta ${format.number(p75Ms ?? 0)} ms`}
            </Typography>{' '}
            <Typography component="span" color="textSecondary">
              · <Plural value={navigations} one="# visita" other="# visitas" />
            </Typography>
          </FactRow>
        );
      })}
    </FactRows>
  );
}

function usePageNames(): Record<LatencyPage, string> {
  const { t } = useLingui();
  return {
    inbox: t`Consultas`,
    overview: t`Resumen`,
    handover: t`Traspaso de turno`,
    help: t`Ayuda`,
    me: t`Mi cuenta`,
    templates: t`Plantillas`,
    newTemplate: t`Nueva plantilla`,
    template: t`Plantilla`,
    hours: t`Horarios`,
    people: t`Personas`,
    invitePerson: t`Invitar a una persona`,
    person: t`Persona`,
    apiTokens: t`Acceso por API`,
    importFollowUp: t`Importar seguimiento`,
    audit: t`Auditoría`,
    agencies: t`Agencias`,
    inviteAgency: t`Invitar a una agencia`,
    inviteMany: t`Invitar a muchas agencias`,
    invitationJob: t`Agencias invitadas`,
    invitations: t`Invitaciones`,
    agency: t`Agencia`,
    editAgency: t`Editar una agencia`,
    disassociateAgency: t`Desasociar una agencia`,
    webhooks: t`Avisos`,
    webhook: t`Un aviso`,
    editWebhook: t`Configurar un aviso`,
    webhookHistory: t`Historial de un aviso`,
    makes: t`Marcas`,
    make: t`Marca`,
    bodyStyles: t`Carrocerías`,
    bodyStyle: t`Carrocería`,
    cities: t`Ciudades`,
    city: t`Ciudad`,
    colors: t`Colores`,
    color: t`Color`,
    bestMatch: t`Mejor coincidencia`,
    column: t`Comparar una columna`,
    listing: t`Revisar publicaciones`,
    dictionary: t`Diccionario`,
    importDictionary: t`Importar al diccionario`,
    connection: t`Conexión`,
    buyerData: t`Privacidad`,
    doctor: t`Diagnóstico`,
    deliveries: t`Entregas`,
    balance: t`Balance`,
    delivery: t`Entrega`,
    relay: t`Copias a otros sistemas`,
    newRelayTarget: t`Nueva copia`,
    relayTarget: t`Copia a un sistema`,
    attempts: t`Intentos del servicio`,
    signatureTest: t`Probar una firma`,
    traces: t`Rastrear una consulta`,
    agencyTrace: t`Si llegaría una consulta`,
    trace: t`El recorrido de una consulta`,
    jobs: t`Procesos`,
    job: t`Proceso`,
  };
}
