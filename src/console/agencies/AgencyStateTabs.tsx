import { useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { changedSearch } from '#console/filters/search.ts';
import { useSession } from '#console/session/session.ts';
import { NavTabs } from '#console/ui/NavTabs.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { AGENCY_STATES, readAgenciesAddress } from './address.ts';

export function AgencyStateTabs({ agencies }: { agencies: readonly Agency[] | undefined }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const [search] = useSearchParams();
  const { estado } = readAgenciesAddress(search);
  const labels = { Registrada: t`Registradas`, Invitada: t`Invitadas` };
  const formatStateSearch = (state: string | undefined) => `?${changedSearch(search, { estado: state })}`;
  return (
    <NavTabs
      label={t({ context: 'agency', message: 'Estado' })}
      current={formatStateSearch(estado)}
      tabs={[undefined, ...AGENCY_STATES.toReversed()].map((state) => {
        const label = state ? labels[state] : t`Todas`;
        const count = agencies?.filter(({ Estado }) => !state || Estado === state).length;
        return {
          to: formatStateSearch(state),
          label: count === undefined ? label : `${label} ${format.number(count)}`,
        };
      })}
    />
  );
}
