import { useAgencies } from './use-agencies.ts';
import { Caption } from '#console/ui/Caption.tsx';

/** The name of an agency with its AdminMail below; the AdminMail alone where no name is known. */
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
