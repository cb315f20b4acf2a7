import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { Section } from '#console/ui/Section.tsx';
import { useAfterPaint } from '#console/ui/scheduling.ts';
import { AgenciesSection } from './AgenciesSection.tsx';
import { AnswersSection } from './AnswersSection.tsx';
import { ArrivalsSection } from './ArrivalsSection.tsx';
import { BreakdownsSection } from './BreakdownsSection.tsx';
import { FigureTile, FigureTiles } from './FigureTile.tsx';
import { HeatMapSection } from './HeatMapSection.tsx';
import { ChannelsSection, FunnelSection, LostReasonsSection } from './OutcomeSections.tsx';
import css from './OverviewPage.module.css';
import { PeopleSection } from './PeopleSection.tsx';
import { countDays, inquiriesLink } from './address.ts';
import { useFigureText } from './figure-text.ts';
import { answeredShare, findIncompletePeriod, inTimeShare } from './figures.ts';
import { PeriodContext, usePeriod } from './period-context.ts';

interface Props {
  period: OverviewPeriod;
  agencias: readonly string[];
}

export function PeriodSections({ period, agencias }: Props) {
  const { desde, hasta } = period;
  const isPainted = useAfterPaint();
  const incompleteText = useIncompleteText(period);
  const isComparable = findIncompletePeriod(period) === undefined;
  return (
    <PeriodContext value={{ agencias, desde, hasta, isComparable }}>
      <Stack spacing={2}>
        {incompleteText && (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert's own role would be an alert
          <Alert severity="info" variant="outlined" role="status" data-print="hidden">
            {incompleteText}
          </Alert>
        )}
        {period.implausibleDates > 0 && (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert's own role would be an alert
          <Alert severity="info" variant="outlined" role="status">
            <Plural
              value={period.implausibleDates}
              one="# consulta dice ser de antes del año 2000 o de después de hoy: está en las listas, y no en las cifras."
              other="# consultas dicen ser de antes del año 2000 o de después de hoy: están en las listas, y no en las cifras."
            />
          </Alert>
        )}
        <TotalsSection period={period} />
        {isPainted && <DetailSections period={period} />}
      </Stack>
    </PeriodContext>
  );
}

function DetailSections({ period }: Pick<Props, 'period'>) {
  const { totals } = period;
  return (
    <>
      <ArrivalsSection period={period} />
      <AnswersSection period={period} />
      <Stack spacing={2} className={css.secondSheet ?? ''}>
        {period.agencies.length > 1 && <AgenciesSection agencies={period.agencies} />}
        <PeopleSection period={period} />
        <Box
          className={css.pairs ?? ''}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            gap: 2,
            alignItems: 'start',
          }}
        >
          <HeatMapSection arrivals={period.arrivals} />
          <Stack spacing={2}>
            <ChannelsSection totals={totals} />
            <FunnelSection totals={totals} />
            <LostReasonsSection totals={totals} />
          </Stack>
        </Box>
        <BreakdownsSection period={period} />
      </Stack>
    </>
  );
}

export function TotalsSection({ period: { totals, before } }: { period: OverviewPeriod }) {
  const { t } = useLingui();
  const { agencias, desde, hasta, isComparable } = usePeriod();
  const text = useFigureText();
  const days = text.days(desde, hasta);
  const daysBefore = text.days(before.desde, before.hasta);
  const count = countDays(desde, hasta);
  const formatNote = (change: string) => (isComparable ? change : t`sin comparación`);
  return (
    <Section
      title={t`Con el tiempo`}
      description={
        <Trans>
          Consultas que llegaron del {days}. «Antes» es {daysBefore}, la misma cantidad de días ({count}).
        </Trans>
      }
    >
      <FigureTiles label={t`Cifras del período`}>
        <FigureTile
          label={t`Consultas`}
          value={text.number(totals.inquiries)}
          to={inquiriesLink(agencias, { desde, hasta })}
          note={formatNote(text.countChange(totals.inquiries, before.totals.inquiries))}
          definition={t`Las que llegaron en estos días, en la zona horaria del servicio.`}
        />
        <FigureTile
          label={t`Respondidas`}
          value={text.percent(answeredShare(totals))}
          note={formatNote(text.shareChange(answeredShare(totals), answeredShare(before.totals)))}
          definition={t`Parte de las consultas con una primera respuesta: una llamada, un correo o un WhatsApp desde acá, o alguien marcó que respondió o que habló con quien consulta.`}
        />
        <FigureTile
          label={t`A tiempo`}
          value={text.percent(inTimeShare(totals))}
          note={formatNote(text.shareChange(inTimeShare(totals), inTimeShare(before.totals)))}
          definition={t`Parte de las respondidas cuya primera respuesta llegó antes de su plazo, según los horarios de la agencia.`}
        />
        <FigureTile
          label={t`Mediana`}
          value={text.minutes(totals.medianMinutes)}
          note={formatNote(text.minutesChange(totals.medianMinutes, before.totals.medianMinutes))}
          definition={t`La mitad de las respondidas tardó menos hasta la primera respuesta, en minutos de atención de la agencia.`}
        />
        <FigureTile
          label={t`9 de cada 10`}
          value={text.minutes(totals.p90Minutes)}
          note={formatNote(text.minutesChange(totals.p90Minutes, before.totals.p90Minutes))}
          definition={t`9 de cada 10 respondidas tardaron menos hasta la primera respuesta, en minutos de atención de la agencia.`}
        />
      </FigureTiles>
    </Section>
  );
}

export function useIncompleteText(period: OverviewPeriod | undefined): string | undefined {
  const { t } = useLingui();
  const text = useFigureText();
  const incomplete = period && findIncompletePeriod(period);
  if (!incomplete || !period?.wholeSince) return undefined;
  const day = text.dayAndYear(period.wholeSince);
  return incomplete === 'both'
    ? t`Vitrina tiene todas las consultas desde el ${day}. De antes pueden faltar: estas cifras no están completas.`
    : t`Vitrina tiene todas las consultas desde el ${day}. El período anterior empieza antes: no se compara con él.`;
}
