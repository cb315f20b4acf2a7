import { useAgencies } from './use-agencies.ts';
import { Caption } from '#console/ui/Caption.tsx';

export function AgencyName({ adminMail }: { adminMail: string }) {
  const name = useAgencies(true).find(({ mail }) => mail.toLowerCase() === adminMail.toLowerCase())?.name;
  if (!name || name.toLowerCase() === adminMail.toLowerCase()) return adminMail;
  return (
    <>
      {name}
      <Caption>{adminMail}</Caption>
    </>
  );
}
