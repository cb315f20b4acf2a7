import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AgenciaProductos } from '#contract/agencies.ts';
import { unknownMembers } from '#contract/reading.ts';
import { dayAt, isCalendarDay } from '#contract/window.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { dialable, mailable } from '#console/inquiries/contact.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { Fact, Facts, UnknownFields, Value } from '#console/ui/Facts.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { agencyStateTone, useAgenciesText } from './agencies-text.ts';
import { agencyPackageQuery } from './agency-page-queries.ts';
import { type Package, PackageUsageList, packageExpiry } from './PackageUsage.tsx';

export function AgencyFacts({ agency }: { agency: Agency }) {
  const { t } = useLingui();
  const format = useFormats();
  const text = useAgenciesText();
  const mail = mailable(agency.AdminMail);
  const phone = dialable(agency.Telefono);
  const whatsapp = dialable(agency.WhatsApp)?.replace('+', '');
  return (
    <Section title={t`Datos`} hideTitle>
      <Stack spacing={2} sx={{ '--fact-width': 'min(340px, 100%)' }}>
        <Facts title={t`Agencia`} data={agency}>
          <Fact name="AdminMail" label={t`Administra`}>
            {mail && <a href={`mailto:${mail}`}>{mail}</a>}
          </Fact>
          <Fact name="Nombre" label={t`Nombre`} />
          <Fact name="RazonSocial" label={t`Razón social`} />
          <Fact name="IdentificacionFiscal" label={t`Identificación fiscal`} />
          <Fact name="Estado" label={t({ context: 'agency', message: 'Estado' })}>
            <StatusChip tone={agencyStateTone(agency.Estado ?? '')}>
              {text.state(agency.Estado ?? '')}
            </StatusChip>
          </Fact>
          <Fact name="FechaInvitacion" label={t`Invitada`}>
            {agency.FechaInvitacion ? format.exact(agency.FechaInvitacion) : undefined}
          </Fact>
          <Fact name="FechaRegistro" label={t`Registrada`}>
            {agency.FechaRegistro ? format.exact(agency.FechaRegistro) : undefined}
          </Fact>
        </Facts>
        <Facts title={t`Dirección y teléfonos`} data={agency}>
          <Fact name="Telefono" label={t`Teléfono`}>
            {phone && <a href={`tel:${phone}`}>{agency.Telefono}</a>}
          </Fact>
          <Fact name="WhatsApp" label={t`WhatsApp`}>
            {whatsapp && (
              <a href={`https://wa.me/${whatsapp}`} target="_blank" rel="noreferrer">
                {agency.WhatsApp}
              </a>
            )}
          </Fact>
          <Fact name="Direccion" label={t`Dirección`} />
          <Fact name="Ciudad" label={t`Ciudad`} />
          <Fact name="Region" label={t`Provincia`} />
        </Facts>
      </Stack>
    </Section>
  );
}

export function PackageSection({ adminMail }: { adminMail: string }) {
  const { t } = useLingui();
  const { data, error, isPending, refetch } = useQuery(agencyPackageQuery(adminMail));
  return (
    <Section title={t`Paquete`}>
      {isPending && (
        <output aria-label={t`Cargando el paquete`}>
          <Skeleton height={49} />
        </output>
      )}
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && <PackageDetails data={data} />}
    </Section>
  );
}

function PackageDetails({ data }: { data: Package }) {
  const { t } = useLingui();
  const products = data.Productos ?? [];
  return (
    <>
      {!data.Paquete && products.length === 0 && (
        <p>
          <Trans>El servicio no informa ningún paquete: la agencia no tiene publicaciones contratadas.</Trans>
        </p>
      )}
      <PackageUsageList products={products} />
      <Facts title={t`Contrato`} data={data}>
        <Fact name="Paquete" label={t`Paquete`} />
        <Fact name="Desde" label={t`Desde`}>
          <Day day={data.Desde} />
        </Fact>
        <Fact name="Hasta" label={t`Hasta`}>
          <Day day={data.Hasta} />
          <PackageExpiry day={data.Hasta} />
        </Fact>
      </Facts>
      <UnknownFields members={unknownMembers(AgenciaProductos, data)} />
    </>
  );
}

function Day({ day }: { day: unknown }) {
  const format = useFormats();
  if (typeof day !== 'string' || !isCalendarDay(day)) return <Value value={day} />;
  // Noon is on the same day in every time zone of the app.
  const noon = `${day}T12:00:00Z`;
  return format.days(noon, noon);
}

function PackageExpiry({ day }: { day: unknown }) {
  const { timeZone } = useSession();
  const expiry = packageExpiry(day, dayAt(useNow(), timeZone));
  if (expiry !== 'expired' && expiry !== 'soon') return null;
  return (
    <Box component="b" sx={{ color: expiry === 'expired' ? 'error.main' : 'warning.main' }}>
      {' · '}
      {expiry === 'expired' ? <Trans>vencido</Trans> : <Trans>vence pronto</Trans>}
    </Box>
  );
}

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
