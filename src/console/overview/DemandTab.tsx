import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { BREAKDOWNS, type Breakdown, type OverviewPeriod } from '#contract/desk/overview.ts';
import { type FigureKind, formatFigureFilter } from '#contract/figure-lists.ts';
import type { NarrowingName } from '#contract/inbox-filter-names.ts';
import { useFigureFilterText } from '#console/inquiries/figure-filter-text.ts';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { inquiriesLink } from './address.ts';
import { useFigureText } from './figure-text.ts';
import { share, sum } from './figures.ts';
import { FiguresSection } from './FiguresSection.tsx';
import { HeatMap, useWeekRecords } from './HeatMap.tsx';
import { usePeriod } from './period-context.ts';
import { type ShareGroup, ShareGroups, useGroupRecords } from './ShareGroups.tsx';

const FIGURE_KINDS_OF: Record<Breakdown, FigureKind> = {
  origin: 'origen',
  listingType: 'tipo',
  condition: 'condicion',
  make: 'marca',
  model: 'modelo',
  price: 'precio',
  province: 'provincia',
  interest: 'interes',
};

const INBOX_FACETS: Partial<Record<Breakdown, NarrowingName>> = {
  origin: 'origen',
  listingType: 'tipo',
  condition: 'condicion',
  make: 'marca',
  province: 'provincia',
  interest: 'interes',
};

export function DemandTab({ period: { totals, breakdowns, arrivals } }: { period: OverviewPeriod }) {
  const { t } = useLingui();
  const { agencias, desde, hasta } = usePeriod();
  const text = useFigureText();
  const formatFigure = useFigureFilterText();
  const toRecords = useGroupRecords();
  const toWeekRecords = useWeekRecords();
  const [part, setPart] = useState<keyof typeof arrivals>('all');
  const titles: Record<Breakdown, string> = {
    origin: t`Origen`,
    listingType: t`Tipo de publicación`,
    condition: t`Condición`,
    make: t`Marca`,
    model: t`Modelo`,
    price: t`Precio`,
    province: t`Provincia`,
    interest: t`Interés`,
  };
  const toRow = (
    key: string,
    label: string,
    count: number,
    filters: Parameters<typeof inquiriesLink>[1],
  ) => ({
    key,
    label,
    count,
    share: share(count, totals.inquiries),
    to: inquiriesLink(agencias, { desde, hasta, ...filters }),
  });
  const groups: ShareGroup[] = [
    ...BREAKDOWNS.map((name) => ({
      name,
      title: titles[name],
      rows: breakdowns[name].map(({ value, count }) => {
        const facet = INBOX_FACETS[name];
        const cifra = formatFigureFilter(FIGURE_KINDS_OF[name], value ?? '');
        const [, label] = formatFigure(cifra);
        return toRow(value ?? '', label, count, facet && value ? { [facet]: value } : { cifra });
      }),
    })),
    {
      name: 'flags',
      title: t`Además`,
      rows: [
        toRow('permuta', t`Entregan un usado`, totals.tradeIn, { permuta: 'si' }),
        toRow('financia', t`Quieren financiar`, totals.finance, { financia: 'si' }),
        toRow('seguro', t`Quieren un seguro`, totals.insurance, { seguro: 'si' }),
      ],
    },
  ];
  const [all, closed] = [arrivals.all, arrivals.closed].map((week) => sum(week.flat())) as [number, number];
  const [closedCount, allCount, closedShare] = [
    text.number(closed),
    text.number(all),
    text.percent(share(closed, all)),
  ];
  const title = t`Cuándo llegan`;
  return (
    <FiguresSection
      title={t`Demanda`}
      definition={t`De las consultas que llegaron en estos días, lo que envía el servicio; cada parte es del total. El precio es el de la publicación, en su moneda. Las horas son las de cada agencia; cerrada: fuera de sus horarios de atención, o en un feriado suyo.`}
      getRecords={() => [
        ...toRecords(groups),
        [t`Día`, t`Hora`, t`Consultas`, t`Con la agencia cerrada`],
        ...toWeekRecords(arrivals.all, arrivals.closed),
      ]}
    >
      <ShareGroups groups={groups} />
      {all > 0 && (
        <div>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
            <Typography variant="h3" sx={{ flex: '1 1 240px' }}>
              {title}
            </Typography>
            <ToggleChoice
              label={t`Cuáles`}
              value={part}
              options={{ all: t`Todas`, closed: t`Con la agencia cerrada` }}
              onChange={setPart}
            />
          </Box>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            <Trans>
              <Link
                component={RouterLink}
                to={inquiriesLink(agencias, {
                  desde,
                  hasta,
                  cifra: formatFigureFilter('llegada-cerrada', ''),
                })}
              >
                {closedCount} de {allCount} ({closedShare})
              </Link>{' '}
              llegaron con la agencia cerrada.
            </Trans>
          </Typography>
          <HeatMap
            label={part === 'all' ? title : t`Cuándo llegan, con la agencia cerrada`}
            values={arrivals[part]}
            cifra={part === 'all' ? 'llegada' : 'llegada-cerrada'}
          />
        </div>
      )}
    </FiguresSection>
  );
}
