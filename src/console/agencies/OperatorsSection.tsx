import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { Caption } from '#console/ui/Caption.tsx';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Section } from '#console/ui/Section.tsx';

export function OperatorsSection({ agency: { AdminMail, Operadores } }: { agency: Agency }) {
  const { t } = useLingui();
  const { may } = useSession();
  if (!Operadores) return null;
  return (
    <Section title={t`Operadores`}>
      {Operadores.length === 0 && (
        <Typography color="textSecondary">
          <Trans>El servicio no nombra ninguno.</Trans>
        </Typography>
      )}
      <Stack component="ul" spacing={1}>
        {Operadores.map(({ Nombre, Apellido, Email, EsAdministradorAgencia }) => {
          const name = [Nombre, Apellido].filter(Boolean).join(' ');
          const mail = Email ?? '';
          return (
            <Stack
              component="li"
              direction="row"
              key={mail || name}
              sx={{
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 2,
                rowGap: 0.5,
                overflowWrap: 'anywhere',
              }}
            >
              <Box sx={{ flex: '1 1 240px' }}>
                <Typography sx={{ fontWeight: 600 }}>
                  <bdi>{name || mail || t`Sin nombre`}</bdi>{' '}
                  {EsAdministradorAgencia && <Chip component="span" size="small" label={t`administra`} />}
                </Typography>
                {name && <Caption>{mail}</Caption>}
              </Box>
              {mail && (
                <MuiLink
                  component={Link}
                  to={paths.inquiries(String(new URLSearchParams({ agencia: AdminMail, operador: mail })))}
                  aria-label={t`Sus consultas: ${name || mail}`}
                  sx={{ py: 1 }}
                >
                  <Trans>Sus consultas</Trans>
                </MuiLink>
              )}
              {mail && may.includes('listAgencies') && (
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
          );
        })}
      </Stack>
    </Section>
  );
}
