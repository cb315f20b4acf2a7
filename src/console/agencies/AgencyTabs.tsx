import { useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { changedSearch } from '#console/filters/search.ts';
import { useSession } from '#console/session/session.ts';
import { Tabs } from '#console/ui/Tabs.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { AGENCY_STATES, readAgenciesAddress } from './address.ts';
import css from './agencies.module.css';
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
  return (
    <Tabs label={t({ context: 'agency', message: 'Estado' })}>
      {tabs.map(({ state, label }) => (
        <Link
          key={label}
          to={{ search: changedSearch(search, { estado: state }) }}
          aria-current={estado === state ? 'page' : undefined}
        >
          {label}
          {found && (
            <span className={css.count}>
              {format.number(found.filter(({ Estado }) => !state || Estado === state).length)}
            </span>
          )}
        </Link>
      ))}
    </Tabs>
  );
}
