import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AgencyPeople } from '#contract/desk/agencies.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import { agencyPeopleQuery } from './agency-page-queries.ts';

export function AgencyPeopleSection({ agency: { AdminMail, Operadores } }: { agency: Agency }) {
  const { t } = useLingui();
  const { may } = useSession();
  const { data, error, refetch } = useQuery({
    ...agencyPeopleQuery(AdminMail),
    enabled: may.includes('listAgencyPeople'),
  });
  const people = mergePeople(Operadores ?? [], data?.people ?? []);
  return (
    <Section title={t`Personas`}>
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {people.length === 0 && (
        <Typography color="textSecondary">
          <Trans>El servicio no nombra ninguna, y ninguna entra a Vitrina.</Trans>
        </Typography>
      )}
      <Stack component="ul" spacing={1}>
        {people.map(({ mail, name, isAdmin, isOperator, access }) => (
          <Stack
            component="li"
            direction="row"
            key={mail || name}
            sx={{
              flexWrap: 'wrap',
              alignItems: 'center',
              justifyContent: 'space-between',
              columnGap: 2,
              overflowWrap: 'anywhere',
            }}
          >
            <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600 }}>
                <bdi>{name || mail || t`Sin nombre`}</bdi>
              </Typography>
              <Caption>
                {[
                  name && mail,
                  isAdmin && t`administra la agencia`,
                  access === 'all' && t`entra a Vitrina`,
                  access === 'own' && t`entra a Vitrina, solo a sus consultas`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Caption>
            </Box>
            {isOperator && mail && (
              <Stack direction="row" spacing={2}>
                <MuiLink
                  component={Link}
                  to={paths.inquiries(String(new URLSearchParams({ agencia: AdminMail, operador: mail })))}
                  aria-label={t`Sus consultas: ${name || mail}`}
                  sx={{ py: 1 }}
                >
                  <Trans>Sus consultas</Trans>
                </MuiLink>
                {may.includes('listAgencies') && (
                  <MuiLink
                    component={Link}
                    to={paths.agencies(String(new URLSearchParams({ operador: mail })))}
                    aria-label={t`Sus agencias: ${name || mail}`}
                    sx={{ py: 1 }}
                  >
                    <Trans>Sus agencias</Trans>
                  </MuiLink>
                )}
              </Stack>
            )}
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}

interface PersonOfAgency {
  mail: string;
  name: string;
  isAdmin: boolean;
  isOperator: boolean;
  access: 'all' | 'own' | undefined;
}

export function mergePeople(
  operators: NonNullable<Agency['Operadores']>,
  people: AgencyPeople['people'],
): PersonOfAgency[] {
  const resolveAccess = (mail: string): PersonOfAgency['access'] => {
    const person = people.find((other) => other.mail.toLowerCase() === mail.toLowerCase());
    return person && (person.ownInquiriesOnly ? 'own' : 'all');
  };
  const named = operators.map(({ Nombre, Apellido, Email, EsAdministradorAgencia }) => {
    const mail = Email ?? '';
    const name = [Nombre, Apellido].filter(Boolean).join(' ');
    return {
      mail,
      name,
      isAdmin: EsAdministradorAgencia === true,
      isOperator: true,
      access: resolveAccess(mail),
    };
  });
  const known = new Set(named.map(({ mail }) => mail.toLowerCase()));
  const others = people
    .filter(({ mail }) => !known.has(mail.toLowerCase()))
    .map(({ mail, name }) => ({
      mail,
      name,
      isAdmin: false,
      isOperator: false,
      access: resolveAccess(mail),
    }));
  return [...named, ...others];
}
