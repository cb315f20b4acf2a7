import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AgenciaProductos } from '#contract/agencies.ts';
import { unknownMembers } from '#contract/reading.ts';
import { dayAt, isCalendarDay } from '#contract/window.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { dialable, mailable } from '#console/inquiries/contact.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { hoursAt } from '#contract/hours.ts';
import { agencyHoursQuery } from '#console/settings/hours/hours-queries.ts';
import { useHoursText } from '#console/settings/hours/hours-text.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { Fact, Facts, UnknownFields, Value } from '#console/ui/Facts.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useDayRange, useFormats, useNow } from '#console/ui/use-formats.ts';
import { agencyStateTone, useAgenciesText } from './agencies-text.ts';
import { agencyHealthQuery, agencyPackageQuery } from './agency-page-queries.ts';
import { type Package, PackageUsageList, packageExpiry } from './PackageUsage.tsx';

export function AgencyFacts({ agency }: { agency: Agency }) {
  const { t } = useLingui();
  const format = useFormats();
  const text = useAgenciesText();
  const mail = mailable(agency.AdminMail);
  const phone = dialable(agency.Telefono);
  const whatsapp = dialable(agency.WhatsApp)?.replace('+', '');
  return (
    <Stack spacing={2} sx={{ '--fact-width': 'min(340px, 100%)', pt: 1 }}>
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
      {data && <PackageDetails adminMail={adminMail} data={data} />}
    </Section>
  );
}

function PackageDetails({ adminMail, data }: { adminMail: string; data: Package }) {
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
      <PackageForecast adminMail={adminMail} />
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

function PackageForecast({ adminMail }: { adminMail: string }) {
  const { may } = useSession();
  const formatDay = useDayRange();
  const { data } = useQuery({
    ...agencyHealthQuery([adminMail]),
    enabled: may.includes('listAgencyHealth'),
  });
  const forecast = data?.get(adminMail.toLowerCase())?.package?.forecast;
  if (!forecast) return null;
  const { runsOutOn, baseDays } = forecast;
  return (
    <p>
      <Trans>
        Se agota el <b>{formatDay(runsOutOn, runsOutOn)}</b> a este ritmo, según los últimos {baseDays} días.
      </Trans>
    </p>
  );
}

export function HoursSection({ adminMail }: { adminMail: string }) {
  const { t } = useLingui();
  const { may } = useSession();
  const { data, error, isPending, refetch } = useQuery(agencyHoursQuery(adminMail));
  const now = useNow();
  const text = useHoursText();
  const current = data && hoursAt(data.hours, now);
  return (
    <Section
      title={t`Horarios`}
      actions={
        <MuiLink component={Link} to={paths.hours(adminMail)}>
          {may.includes('setHours') ? t`Cambiar los horarios` : t`Ver los horarios`}
        </MuiLink>
      }
    >
      {isPending && <Skeleton height={49} />}
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {current && (
        <div>
          {text.week(current.week).map((line) => (
            <div key={line}>{line}</div>
          ))}
          <Caption>
            <Plural
              value={current.target}
              one="Responder en # minuto de atención."
              other="Responder en # minutos de atención."
            />{' '}
            {data.version === 0 && <Trans>Son los habituales: nadie los definió.</Trans>}
          </Caption>
        </div>
      )}
    </Section>
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
