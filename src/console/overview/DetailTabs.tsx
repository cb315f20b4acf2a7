import { useLingui } from '@lingui/react/macro';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { changedSearch } from '#console/filters/search.ts';
import { useSession } from '#console/session/session.ts';
import { AnswersTab } from './AnswersTab.tsx';
import { DelayTab } from './DelayTab.tsx';
import { DemandTab } from './DemandTab.tsx';
import { FunnelTab } from './FunnelTab.tsx';
import { PeopleTab } from './PeopleTab.tsx';

const TABS = ['respuesta', 'demanda', 'personas', 'embudo', 'demora'] as const;
type TabName = (typeof TABS)[number];

/** The figures of a period in detail; the address says which (`ver`). */
export function DetailTabs({ period }: { period: OverviewPeriod }) {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { person } = useSession();
  const shown = TABS.find((name) => name === search.get('ver')) ?? 'respuesta';
  const labels: Record<TabName, string> = {
    respuesta: t`Respuesta`,
    demanda: t`Demanda`,
    personas: person.role === 'seller' ? t`Mis respuestas` : t`Personas`,
    embudo: t`Embudo`,
    demora: t`Costo de la demora`,
  };
  const panels: Record<TabName, ReactNode> = {
    respuesta: <AnswersTab period={period} />,
    demanda: <DemandTab period={period} />,
    personas: <PeopleTab period={period} />,
    embudo: <FunnelTab period={period} />,
    demora: <DelayTab period={period} />,
  };
  return (
    <div>
      <Tabs
        value={shown}
        aria-label={t`En detalle`}
        variant="scrollable"
        data-print="hidden"
        sx={{ mb: 1 }}
        onChange={(_event, name: TabName) =>
          void navigate(
            { search: changedSearch(search, { ver: name === 'respuesta' ? undefined : name }) },
            { replace: true, preventScrollReset: true },
          )
        }
      >
        {TABS.map((name) => (
          <Tab
            key={name}
            value={name}
            label={labels[name]}
            id={`${id}-${name}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${shown}`}>
        {panels[shown]}
      </div>
    </div>
  );
}
