import { useLingui } from '@lingui/react/macro';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { changedSearch } from '#console/filters/search.ts';
import { useSession } from '#console/session/session.ts';
import { DETAILS, type Detail } from './address.ts';
import { AnswersTab } from './AnswersTab.tsx';
import { DelayTab } from './DelayTab.tsx';
import { DemandTab } from './DemandTab.tsx';
import { FunnelTab } from './FunnelTab.tsx';
import { PeopleTab } from './PeopleTab.tsx';

interface Props {
  period: OverviewPeriod;
  shown: Detail;
}

export function DetailTabs({ period, shown }: Props) {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { person } = useSession();
  const labels: Record<Detail, string> = {
    respuesta: t`Respuesta`,
    demanda: t`Demanda`,
    personas: person.role === 'seller' ? t`Mis respuestas` : t`Personas`,
    embudo: t`Embudo`,
    demora: t`Costo de la demora`,
  };
  const panels: Record<Detail, ReactNode> = {
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
        onChange={(_event, name: Detail) =>
          void navigate(
            { search: changedSearch(search, { ver: name === DETAILS[0] ? undefined : name }) },
            { replace: true, preventScrollReset: true },
          )
        }
      >
        {DETAILS.map((name) => (
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
