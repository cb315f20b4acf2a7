import { Trans, useLingui } from '@lingui/react/macro';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { Section } from '#console/ui/Section.tsx';
import { countDays } from './address.ts';
import { FigureTile, FigureTiles } from './FigureTile.tsx';
import { answeredShare, inTimeShare } from './figures.ts';
import { useFigureText } from './figure-text.ts';
import { inquiriesLink } from './links.ts';
import { usePeriod } from './period-context.ts';

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
