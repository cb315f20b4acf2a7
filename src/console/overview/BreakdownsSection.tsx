import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { BREAKDOWNS, type Breakdown, type OverviewPeriod } from '#contract/desk/overview.ts';
import type { NarrowingName } from '#contract/inbox-filter-names.ts';
import { useValueText } from '#console/inquiries/filter-text.ts';
import { FiguresSection } from './FiguresSection.tsx';
import { share } from './figures.ts';
import { useFigureText } from './figure-text.ts';
import { inquiriesLink } from './address.ts';
import { usePeriod } from './period-context.ts';
import { type ShareRow, ShareTable } from './ShareTable.tsx';

const INBOX_FACETS: Partial<Record<Breakdown, NarrowingName>> = {
  origin: 'origen',
  make: 'marca',
  province: 'provincia',
  interest: 'interes',
};
const FEW = 5;

interface Group {
  name: string;
  title: string;
  rows: ShareRow[];
}

export function BreakdownsSection({ period }: { period: OverviewPeriod }) {
  const { t } = useLingui();
  const { agencias, desde, hasta } = usePeriod();
  const text = useFigureText();
  const valueText = useValueText();
  const { totals, breakdowns } = period;
  const titles: Record<Breakdown, string> = {
    origin: t`Origen`,
    make: t`Marca`,
    model: t`Modelo`,
    price: t`Precio`,
    province: t`Provincia`,
    interest: t`Interés`,
  };
  const formatLabel = (name: Breakdown, value: string | null) => {
    if (value === null || value === '') return t`sin dato`;
    if (name === 'origin') return valueText('OrigenLead', value) ?? value;
    if (name === 'interest') return valueText('Interes', value) ?? value;
    return name === 'price' ? text.priceBand(value) : value;
  };
  const groups: Group[] = BREAKDOWNS.map((name) => ({
    name,
    title: titles[name],
    rows: breakdowns[name].map(({ value, count }) => {
      const facet = INBOX_FACETS[name];
      const to = facet && value ? inquiriesLink(agencias, { desde, hasta, [facet]: value }) : undefined;
      return {
        key: value ?? '',
        label: formatLabel(name, value),
        count,
        share: share(count, totals.inquiries),
        to,
      };
    }),
  }));
  const createFlag = (key: 'permuta' | 'financia' | 'seguro', label: string, count: number): ShareRow => ({
    key,
    label,
    count,
    share: share(count, totals.inquiries),
    to: inquiriesLink(agencias, { desde, hasta, [key]: 'si' }),
  });
  const flags = [
    createFlag('permuta', t`Entregan un usado`, totals.tradeIn),
    createFlag('financia', t`Quieren financiar`, totals.finance),
    createFlag('seguro', t`Quieren un seguro`, totals.insurance),
  ];
  const all = [...groups, { name: 'flags', title: t`Además`, rows: flags }];
  return (
    <FiguresSection
      title={t`Qué piden`}
      definition={t`Los datos de las consultas que llegaron en estos días, como los envía el servicio; cada parte es del total de consultas. El precio es el de la publicación, en su moneda.`}
      getRecords={() => [
        [t`Dato`, t`Valor`, t`Consultas`],
        ...all.flatMap(({ title, rows }) => rows.map(({ label, count }) => [title, label, count])),
      ]}
    >
      <Box
        data-print="columns"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))',
          gap: 2,
          alignItems: 'start',
        }}
      >
        {all.map((group) => (
          <BreakdownTable key={group.name} group={group} />
        ))}
      </Box>
    </FiguresSection>
  );
}

function BreakdownTable({ group: { title, rows } }: { group: Group }) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  const hidden = rows.length - FEW;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {rows.length > 0 ? (
        <ShareTable label={title} rows={isWhole ? rows : rows.slice(0, FEW)} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          <Trans>Sin datos</Trans>
        </Typography>
      )}
      {hidden > 0 && (
        <Button
          data-print="hidden"
          aria-label={isWhole ? t`Menos de «${title}»` : t`Otros ${hidden} de «${title}»`}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? <Trans>Menos</Trans> : <Trans>Otros {hidden}</Trans>}
        </Button>
      )}
    </Box>
  );
}
