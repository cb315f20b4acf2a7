import { useAgencies } from './use-agencies.ts';

export function useAgencyName(): (adminMail: string) => string {
  const agencies = useAgencies(true);
  const names = new Map(agencies.map(({ mail, name }) => [mail.toLowerCase(), name]));
  return (adminMail) => names.get(adminMail.toLowerCase()) ?? adminMail;
}
