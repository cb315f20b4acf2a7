import { suggest } from '#matching/suggest.ts';
import { useSavedItems } from '#console/session/saved-items.ts';
import { sortAgencies } from './sort-agencies.ts';
import { useAgencyName } from './use-agency-name.ts';

export function useSuggestAgencies() {
  const getName = useAgencyName();
  const savedItems = useSavedItems();
  return (mails: readonly string[], text: string) =>
    sortAgencies(
      suggest(mails, text, (mail) => [mail, getName(mail)]),
      (mail) => mail,
      savedItems,
    );
}
