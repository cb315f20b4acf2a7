import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { Caption } from '#console/ui/Caption.tsx';

interface Props {
  name: string | null | undefined;
  mail: string;
  to: string | undefined;
}

export function AgencyNameCell({ name, mail, to }: Props) {
  const label = <bdi>{name ?? mail}</bdi>;
  return (
    <>
      {to === undefined ? (
        <b>{label}</b>
      ) : (
        <MuiLink component={Link} to={to} underline="hover" sx={{ fontWeight: 600 }}>
          {label}
        </MuiLink>
      )}
      {name && name !== mail && <Caption>{mail}</Caption>}
    </>
  );
}
