import { useAgencies } from './use-agencies.ts';

/** Names of agencies by AdminMail; the AdminMail itself where no name is known. */
export function useAgencyName(): (adminMail: string) => string {
  const agencies = useAgencies(true);
  const names = new Map(agencies.map(({ mail, name }) => [mail.toLowerCase(), name]));
  return (adminMail) => names.get(adminMail.toLowerCase()) ?? adminMail;
}
