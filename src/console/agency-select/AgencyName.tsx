import { useAgencies } from './use-agencies.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { MailText } from '#console/ui/MailText.tsx';

export function AgencyName({ adminMail }: { adminMail: string }) {
  const name = useAgencies(true).find(({ mail }) => mail.toLowerCase() === adminMail.toLowerCase())?.name;
  if (!name || name.toLowerCase() === adminMail.toLowerCase()) return <MailText mail={adminMail} />;
  return (
    <>
      {name}
      <Caption>
        <MailText mail={adminMail} />
      </Caption>
    </>
  );
}
