import { useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { useSession } from '#console/session/session.ts';
import { dialable, mailable } from '#console/ui/contact.ts';
import { Fact, Facts } from '#console/ui/Facts.tsx';
import { Section } from '#console/ui/Section.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { agencyStateTone, useAgenciesText } from './agencies-text.ts';

export function AgencyFacts({ agency }: { agency: Agency }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
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
