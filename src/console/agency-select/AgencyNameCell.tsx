import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { Caption } from '#console/ui/Caption.tsx';
import { MailText } from '#console/ui/MailText.tsx';

interface Props {
  name: string | null | undefined;
  mail: string;
  to: string | undefined;
}

export function AgencyNameCell({ name, mail, to }: Props) {
  const label = name ? <bdi>{name}</bdi> : <MailText mail={mail} />;
  return (
    <>
      {to === undefined ? (
        <b>{label}</b>
      ) : (
        <MuiLink component={Link} to={to} underline="hover" sx={{ fontWeight: 600 }}>
          {label}
        </MuiLink>
      )}
      {name && name !== mail && (
        <Caption>
          <MailText mail={mail} />
        </Caption>
      )}
    </>
  );
}
