import { useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { formatFigureFilter } from '#contract/figure-lists.ts';
import { ANSWER_BANDS } from '#contract/overview.ts';
import { BAND_NAMES, CHANNEL_NAMES } from '#console/inquiries/figure-names.ts';
import { inquiriesLink } from './address.ts';
import { share } from './figures.ts';
import { FiguresSection } from './FiguresSection.tsx';
import { HeatMap } from './HeatMap.tsx';
import { usePeriod } from './period-context.ts';
import { type ShareGroup, ShareGroups, useGroupRecords } from './ShareGroups.tsx';

const CHANNELS = ['call', 'whatsapp', 'mail', 'other', 'contact'] as const;

export function AnswersTab({ period: { totals, answersByHour } }: { period: OverviewPeriod }) {
  const { t, i18n } = useLingui();
  const toRecords = useGroupRecords();
  const { agencias, desde, hasta } = usePeriod();
  const groups: ShareGroup[] = [
    {
      name: 'bands',
      title: t`Cuánto tarda la primera respuesta`,
      rows: ANSWER_BANDS.map((band) => ({
        key: band,
        label: i18n._(BAND_NAMES[band]),
        count: totals.bands[band],
        share: share(totals.bands[band], totals.inquiries),
        to: inquiriesLink(agencias, { desde, hasta, cifra: formatFigureFilter('demora', band) }),
      })),
    },
    {
      name: 'channels',
      title: t`Por dónde se responde`,
      rows: CHANNELS.filter((channel) => totals.channels[channel] > 0).map((channel) => ({
        key: channel,
        label: i18n._(CHANNEL_NAMES[channel]),
        count: totals.channels[channel],
        share: share(totals.channels[channel], totals.answered),
        to: inquiriesLink(agencias, { desde, hasta, cifra: formatFigureFilter('canal', channel) }),
      })),
    },
  ];
  return (
    <FiguresSection
      title={t`Respuesta`}
      definition={t`De las consultas que llegaron en estos días. El tiempo se cuenta en minutos de atención de la agencia; un día son ocho horas de atención. Las marcadas se respondieron fuera de Vitrina, y alguien lo anotó acá. Las horas son las de cada agencia.`}
      getRecords={() => toRecords(groups)}
    >
      <ShareGroups groups={groups} />
      {totals.answered > 0 && (
        <div>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {t`Cuándo se responde`}
          </Typography>
          <HeatMap label={t`Cuándo se responde`} counts={answersByHour} cifra="hora-respuesta" />
        </div>
      )}
    </FiguresSection>
  );
}
