import { useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { changedSearch } from '#console/filters/search.ts';
import { useSession } from '#console/session/session.ts';
import { NavTabs } from '#console/ui/NavTabs.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { AGENCY_STATES, readAgenciesAddress } from './address.ts';
import type { Agency } from '#console/agency-select/agencies-queries.ts';

/** By state; each says how many of those that were found are in it. */
export function AgencyTabs({ found }: { found: readonly Agency[] | undefined }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const [search] = useSearchParams();
  const { estado } = readAgenciesAddress(search);
  const names = { Registrada: t`Registradas`, Invitada: t`Invitadas` };
  const tabs = [
    { state: undefined, label: t`Todas` },
    ...AGENCY_STATES.toReversed().map((state) => ({ state, label: names[state] })),
  ];
  const searchOf = (state: string | undefined) => `?${changedSearch(search, { estado: state })}`;
  return (
    <NavTabs
      label={t({ context: 'agency', message: 'Estado' })}
      current={searchOf(estado)}
      tabs={tabs.map(({ state, label }) => {
        const count = found?.filter(({ Estado }) => !state || Estado === state).length;
        return {
          to: searchOf(state),
          label: count === undefined ? label : `${label} ${format.number(count)}`,
        };
      })}
    />
  );
}
