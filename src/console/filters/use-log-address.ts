import { useNavigate, useSearchParams } from 'react-router';
import { dayAt } from '#contract/window.ts';
import { useSession } from '#console/session/session.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { type LogAddress, type LogQuery, changedLogSearch, resolveDays } from './log-address.ts';

export function useLogAddress<Query extends LogQuery>(parse: (search: URLSearchParams) => LogAddress<Query>) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { timeZone } = useSession();
  const today = dayAt(useNow(), timeZone);
  const address = parse(search);
  return {
    ...address,
    request: resolveDays(address.query, today),
    setFilters: (values: Partial<Record<keyof Query, string | undefined>>) =>
      void navigate({ search: changedLogSearch(search, values) }),
  };
}
