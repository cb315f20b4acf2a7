import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { useAfterPaint } from '#console/ui/scheduling.ts';
import { Section } from '#console/ui/Section.tsx';
import type { Detail } from './address.ts';
import { AgenciesSection } from './AgenciesSection.tsx';
import { DaysSection } from './DaysSection.tsx';
import { Definition } from './Definition.tsx';
import { DetailTabs } from './DetailTabs.tsx';
import { useFigureText } from './figure-text.ts';
import { findIncompletePeriod } from './figures.ts';
import { PeriodContext } from './period-context.ts';
import { PeriodTiles } from './PeriodTiles.tsx';

interface Props {
  period: OverviewPeriod;
  agencias: readonly string[];
  detail: Detail;
}

export function PeriodSections({ period, agencias, detail }: Props) {
  const { desde, hasta } = period;
  const isPainted = useAfterPaint();
  const isComparable = findIncompletePeriod(period) === undefined;
  return (
    <PeriodContext value={{ agencias, desde, hasta, isComparable }}>
      <Stack spacing={2}>
        <TotalsSection period={period} />
        {isPainted && (
          <>
            <DaysSection period={period} />
            {period.agencies.length > 1 && <AgenciesSection agencies={period.agencies} />}
            <DetailTabs period={period} shown={detail} />
          </>
        )}
      </Stack>
    </PeriodContext>
  );
}

export function TotalsSection({ period }: { period: OverviewPeriod }) {
  const { t } = useLingui();
  const text = useFigureText();
  const incompleteText = useIncompleteText(period);
  const { before } = period;
  const daysBefore = text.days(before.desde, before.hasta);
  return (
    <Section
      title={t`Cifras del período`}
      actions={
        <Definition of={t`Cifras del período`}>
          <Trans>
            Consultas que llegaron en estos días, en la zona horaria del servicio. «Antes» es {daysBefore}, la
            misma cantidad de días. Respondidas: con una llamada, un correo o un WhatsApp desde acá, o alguien
            marcó que respondió o que habló con quien consulta. A tiempo: parte de las respondidas cuya
            primera respuesta llegó antes de su plazo, según los horarios de la agencia. Mediana: la mitad de
            las respondidas tardó menos, en minutos de atención de la agencia.
          </Trans>
        </Definition>
      }
    >
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
      <PeriodTiles period={period} />
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
