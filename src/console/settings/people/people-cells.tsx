import { Trans, useLingui } from '@lingui/react/macro';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Person } from '#contract/desk/people.ts';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { paths } from '#console/paths.ts';
import { useRoleNames } from '#console/session/role-text.ts';
import { useSession } from '#console/session/session.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { PersonStatus } from './PersonStatus.tsx';

const MAX_NAMED_AGENCIES = 2;

interface Props {
  row: Person;
}

export function NameCell({ row: { id, name, mail } }: Props) {
  const { person } = useSession();
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
        <MuiLink component={Link} to={paths.person(id)} underline="hover" sx={{ fontWeight: 600 }}>
          {name}
        </MuiLink>
        {person.id === id && <Chip component="span" size="small" label={<Trans>vos</Trans>} />}
      </Stack>
      <Secondary>{mail}</Secondary>
    </>
  );
}

export function RoleCell({ row }: Props) {
  return useRoleNames()[row.role];
}

export function AgenciesCell({ row: { role, agencies } }: Props) {
  const { t } = useLingui();
  const getName = useAgencyName();
  if (role !== 'seller')
    return (
      <Typography component="span" color="textSecondary">
        <Trans>Todas</Trans>
      </Typography>
    );
  const more = agencies.length - MAX_NAMED_AGENCIES;
  return (
    <ul>
      {agencies.slice(0, MAX_NAMED_AGENCIES).map(({ adminMail, ownInquiriesOnly }) => (
        <li key={adminMail}>
          {getName(adminMail)}
          {ownInquiriesOnly && (
            <Secondary>
              <Trans>solo sus consultas</Trans>
            </Secondary>
          )}
        </li>
      ))}
      {more > 0 && (
        <Typography component="li" color="textSecondary">
          {t`y ${more} más`}
        </Typography>
      )}
    </ul>
  );
}

export function StatusCell({ row }: Props) {
  return <PersonStatus person={row} />;
}

export function LastUseCell({ row: { seenAt } }: Props) {
  if (seenAt !== null) return <Moment at={seenAt} />;
  return (
    <Typography component="span" color="textSecondary">
      <Trans>sin dato</Trans>
    </Typography>
  );
}

export function SecondFactorCell({ row: { secondFactor } }: Props) {
  return (
    <Typography component="span" color={secondFactor ? 'success' : 'textSecondary'}>
      {secondFactor ? <Trans>Sí</Trans> : <Trans>No</Trans>}
    </Typography>
  );
}

function Secondary({ children }: { children: ReactNode }) {
  return (
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
      {children}
    </Typography>
  );
}
