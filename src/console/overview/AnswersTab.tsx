import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { formatFigureFilter } from '#contract/figure-lists.ts';
import { ANSWER_BANDS } from '#contract/overview.ts';
import { BAND_NAMES, CHANNEL_NAMES } from '#console/inquiries/figure-names.ts';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { inquiriesLink } from './address.ts';
import { share } from './figures.ts';
import { FiguresSection } from './FiguresSection.tsx';
import { BandLegend, HeatMap, useWeekRecords } from './HeatMap.tsx';
import { usePeriod } from './period-context.ts';
import { type ShareGroup, ShareGroups, useGroupRecords } from './ShareGroups.tsx';

const CHANNELS = ['call', 'whatsapp', 'mail', 'other', 'contact'] as const;

export function AnswersTab({ period: { totals, answersByHour, mediansByHour } }: { period: OverviewPeriod }) {
  const { t, i18n } = useLingui();
  const toRecords = useGroupRecords();
  const toWeekRecords = useWeekRecords();
  const [shown, setShown] = useState<'count' | 'minutes'>('count');
  const title = shown === 'count' ? t`Cuándo se responde` : t`Cuánto se tarda según la hora de llegada`;
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
      definition={t`De las consultas que llegaron en estos días. El tiempo se cuenta en minutos de atención de la agencia; un día son ocho horas de atención. Las marcadas se respondieron fuera de Vitrina, y alguien lo anotó acá. Las horas son las de cada agencia: la de la respuesta en su cantidad, la de la llegada en la mediana.`}
      getRecords={() => [
        ...toRecords(groups),
        [t`Día`, t`Hora`, t`Respuestas`, t`Cuánto se tarda según la hora de llegada`],
        ...toWeekRecords(answersByHour, mediansByHour),
      ]}
    >
      <ShareGroups groups={groups} />
      {totals.answered > 0 && (
        <div>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
            <Typography variant="h3" sx={{ flex: '1 1 240px' }}>
              {title}
            </Typography>
            <ToggleChoice
              label={t`Cifra`}
              value={shown}
              options={{ count: t`Respuestas`, minutes: t`Mediana` }}
              onChange={setShown}
            />
          </Box>
          {shown === 'count' ? (
            <HeatMap label={title} values={answersByHour} cifra="hora-respuesta" />
          ) : (
            <>
              <HeatMap label={title} values={mediansByHour} cifra="llegada-respondida" unit="minutes" />
              <BandLegend />
            </>
          )}
        </div>
      )}
    </FiguresSection>
  );
}
