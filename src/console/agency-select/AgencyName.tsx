import { useAgencies } from './use-agencies.ts';
import parts from '#console/ui/parts.module.css';

/** The name of an agency with its AdminMail below; the AdminMail alone where no name is known. */
export function AgencyName({ adminMail }: { adminMail: string }) {
  const name = useAgencies(true).find(({ mail }) => mail.toLowerCase() === adminMail.toLowerCase())?.name;
  if (!name || name.toLowerCase() === adminMail.toLowerCase()) return adminMail;
  return (
    <>
      {name}
      <span className={parts.small}>{adminMail}</span>
    </>
  );
}
