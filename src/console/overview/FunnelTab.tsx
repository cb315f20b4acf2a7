import { useLingui } from '@lingui/react/macro';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { LOST_REASONS } from '#contract/follow-up/follow-up-state.ts';
import { type FigureKind, formatFigureFilter } from '#contract/figure-lists.ts';
import { FUNNEL_STEPS } from '#contract/overview.ts';
import { useFollowUpText } from '#console/follow-up/follow-up-text.ts';
import { STEP_NAMES } from '#console/inquiries/figure-names.ts';
import { useTimeZone } from '#console/ui/time-zone.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { inquiriesLink } from './address.ts';
import { share } from './figures.ts';
import { FiguresSection } from './FiguresSection.tsx';
import { usePeriod } from './period-context.ts';
import { type ShareGroup, ShareGroups, useGroupRecords } from './ShareGroups.tsx';

export function FunnelTab({ period: { totals } }: { period: OverviewPeriod }) {
  const { t, i18n } = useLingui();
  const { agencias, desde, hasta } = usePeriod();
  const { reason } = useFollowUpText(useTimeZone(), useNow());
  const toRecords = useGroupRecords();
  const days = { desde, hasta };
  const toList = (kind: FigureKind, value: string) =>
    inquiriesLink(agencias, { ...days, cifra: formatFigureFilter(kind, value) });
  const groups: ShareGroup[] = [
    {
      name: 'steps',
      title: t`En qué terminan`,
      rows: [
        {
          key: 'all',
          label: t`Llegaron`,
          count: totals.inquiries,
          share: share(totals.inquiries, totals.inquiries),
          to: inquiriesLink(agencias, days),
        },
        ...FUNNEL_STEPS.map((step) => ({
          key: step,
          label: i18n._(STEP_NAMES[step]),
          count: totals.funnel[step],
          share: share(totals.funnel[step], totals.inquiries),
          to: toList('paso', step),
        })),
      ],
    },
    {
      name: 'reasons',
      title: t`Por qué se pierden`,
      rows: LOST_REASONS.map((key) => ({
        key,
        label: reason[key],
        count: totals.lostReasons[key],
        share: share(totals.lostReasons[key], totals.funnel.lost),
        to: toList('motivo', key),
      })).toSorted((a, b) => b.count - a.count),
    },
  ];
  return (
    <FiguresSection
      title={t`Embudo`}
      definition={t`De las consultas que llegaron en estos días, cuántas alcanzaron cada paso hasta hoy: una ganada cuenta también como contactada y con cita. De las perdidas cuenta como contactada aquella en la que se habló con quien consulta. El motivo es el que se eligió al darlas por perdidas; cada parte es de las perdidas.`}
      getRecords={() => toRecords(groups)}
    >
      <ShareGroups groups={groups} />
    </FiguresSection>
  );
}
