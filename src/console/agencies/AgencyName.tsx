import { useQuery } from '@tanstack/react-query';
import { BY_ITSELF } from '#console/api/query-client.ts';
import { useSession } from '#console/session/session.ts';
import parts from '#console/ui/parts.module.css';
import { agencyList } from './agencies-queries.ts';
import { agencyName, sameMail } from './agencies-text.ts';

/** The name of an agency with its AdminMail below, which alone stands for one that is not listed. */
export function AgencyName({ adminMail }: { adminMail: string }) {
  const { may } = useSession();
  const { data } = useQuery({ ...agencyList(), meta: BY_ITSELF, enabled: may.includes('listAgencies') });
  const agency = data?._entries.find(({ AdminMail }) => sameMail(AdminMail, adminMail));
  const name = agency && agencyName(agency);
  if (!name || sameMail(name, adminMail)) return adminMail;
  return (
    <>
      {name}
      <span className={parts.small}>{adminMail}</span>
    </>
  );
}
