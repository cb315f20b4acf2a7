import { useLingui } from '@lingui/react/macro';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { LOST_REASONS } from '#contract/follow-up/follow-up-state.ts';
import { FUNNEL_STEPS, type FunnelStep } from '#contract/overview.ts';
import { useFollowUpText } from '#console/follow-up/follow-up-text.ts';
import { useTimeZone } from '#console/ui/time-zone.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { share } from './figures.ts';
import { inquiriesLink } from './address.ts';
import { usePeriod } from './period-context.ts';
import { type ShareRow, ShareSection } from './ShareTable.tsx';

const CHANNELS = ['call', 'whatsapp', 'mail', 'other', 'contact'] as const;

type Totals = OverviewPeriod['totals'];

export function ChannelsSection({ totals }: { totals: Totals }) {
  const { t } = useLingui();
  const labels: Record<(typeof CHANNELS)[number], string> = {
    call: t`Llamada`,
    whatsapp: 'WhatsApp',
    mail: t`Correo`,
    other: t`Marcada como respondida`,
    contact: t`Marcada como contactada`,
  };
  const rows = CHANNELS.map((channel): ShareRow => {
    const count = totals.channels[channel];
    return { key: channel, label: labels[channel], count, share: share(count, totals.answered) };
  });
  return (
    <ShareSection
      title={t`Cómo se responde`}
      definition={t`Por dónde fue la primera respuesta; cada parte es de las consultas respondidas. Las marcadas se respondieron fuera de Vitrina, y alguien lo anotó acá.`}
      rows={rows}
    />
  );
}

export function FunnelSection({ totals }: { totals: Totals }) {
  const { t } = useLingui();
  const { agencias, desde, hasta } = usePeriod();
  const labels: Record<FunnelStep, string> = {
    contacted: t`Contactadas`,
    appointment: t`Con cita`,
    won: t`Ganadas`,
    lost: t`Perdidas`,
  };
  const days = { desde, hasta };
  const lists: Partial<Record<FunnelStep, string>> = {
    won: inquiriesLink(agencias, { ...days, seguimiento: 'ganada' }),
    lost: inquiriesLink(agencias, { ...days, seguimiento: 'perdida' }),
  };
  const rows: ShareRow[] = [
    {
      key: 'all',
      label: t`Llegaron`,
      count: totals.inquiries,
      share: share(totals.inquiries, totals.inquiries),
      to: inquiriesLink(agencias, days),
    },
    ...FUNNEL_STEPS.map((step) => ({
      key: step,
      label: labels[step],
      count: totals.funnel[step],
      share: share(totals.funnel[step], totals.inquiries),
      to: lists[step],
    })),
  ];
  return (
    <ShareSection
      title={t`En qué terminan`}
      definition={t`De las consultas que llegaron en estos días, cuántas alcanzaron cada paso hasta hoy: una ganada cuenta también como contactada y con cita. De las perdidas cuenta como contactada aquella en la que se habló con quien consulta.`}
      rows={rows}
    />
  );
}

export function LostReasonsSection({ totals }: { totals: Totals }) {
  const { t } = useLingui();
  const { reason } = useFollowUpText(useTimeZone(), useNow());
  const rows = LOST_REASONS.map((key): ShareRow => {
    const count = totals.lostReasons[key];
    return { key, label: reason[key], count, share: share(count, totals.funnel.lost) };
  }).toSorted((a, b) => b.count - a.count);
  return (
    <ShareSection
      title={t`Por qué se pierden`}
      definition={t`El motivo que se eligió al darlas por perdidas; cada parte es de las perdidas.`}
      rows={rows}
    />
  );
}
