import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { WINDOW_DAYS, addDays, dayAt } from '#contract/window.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { servicePageQuery } from '#console/inquiries/inquiry-queries.ts';
import type { ServicePage } from '#console/inquiries/row.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { Columns } from '#console/ui/Columns.tsx';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { MailText } from '#console/ui/MailText.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { agencyName } from './agencies-text.ts';
import {
  agencyPackageQuery,
  agencyPeopleQuery,
  disassociateAgency,
  inquiryCount,
} from './agency-page-queries.ts';
import { AgencySubpage, loadAgency } from './AgencySubpage.tsx';
import { PackageUsageList } from './PackageUsage.tsx';

function DisassociatePage() {
  const { t } = useLingui();
  return (
    <AgencySubpage title={(name) => t`Desasociar ${name}`} staleTime={0}>
      {(agency) => (
        <Columns
          aside={
            <>
              <Section title={t`Qué pasa`} actions={<HelpLink topic="disassociation" />}>
                <Consequences isInvited={agency.Estado === 'Invitada'} />
              </Section>
              <Confirmation agency={agency} />
            </>
          }
        >
          <Section title={t`Qué se pierde`}>
            <DisassociationImpact agency={agency} />
          </Section>
        </Columns>
      )}
    </AgencySubpage>
  );
}

function Consequences({ isInvited }: { isInvited: boolean }) {
  return (
    <>
      <Stack component="ul" spacing={0.75} sx={{ pl: 2.5, listStyle: 'disc' }}>
        <li>
          <Trans>Sus publicaciones hechas desde esta aplicación quedan suspendidas.</Trans>
        </li>
        <li>
          <Trans>Sus datos, sus consultas y su paquete dejan de verse acá, también los de antes.</Trans>
        </li>
        <li>
          <Trans>No llegan más avisos sobre ella.</Trans>
        </li>
        <li>
          <Trans>
            La agencia conserva su cuenta en el servicio y puede recuperar sus publicaciones por su lado.
          </Trans>
        </li>
      </Stack>
      <Alert severity={isInvited ? 'info' : 'warning'} variant="outlined" role="note">
        {isInvited ? (
          <Trans>
            El enlace de su invitación deja de servir. Como no se registró, se la puede invitar otra vez.
          </Trans>
        ) : (
          <Trans>
            No se puede deshacer desde acá: su correo ya está registrado, y el servicio rechaza otra
            invitación.
          </Trans>
        )}
      </Alert>
    </>
  );
}

function Confirmation({ agency }: { agency: Agency }) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { AdminMail: adminMail } = agency;
  const name = agencyName(agency);
  const disassociate = useMutation({
    ...disassociateAgency,
    onSuccess: () => navigate(paths.agencies(), { state: { disassociated: name } }),
  });
  const { error, isPending } = disassociate;
  return (
    <Stack component="section" direction="row" aria-label={t`Confirmación`} sx={{ flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        <Trans>Desasociar…</Trans>
      </Button>
      <Button component={Link} to={paths.agency(adminMail)} color="inherit">
        <Trans>Dejar como está</Trans>
      </Button>
      {isOpen && (
        <ConfirmDialog
          dangerous
          title={t`¿Desasociar ${name}?`}
          action={t`Desasociar`}
          typed={adminMail}
          pending={isPending}
          failure={
            error && (
              <FormAlert
                error={error}
                meanings={{
                  403: {
                    what: t`El servicio no lo permite`,
                    advice: t`La agencia ya no está asociada a esta aplicación, o la aplicación no tiene permiso sobre ella. No cambió nada.`,
                  },
                }}
              />
            )
          }
          onConfirm={() => disassociate.mutate(adminMail)}
          onClose={() => !isPending && setOpen(false)}
        >
          {agency.Estado === 'Invitada' ? (
            <Trans>Su invitación deja de servir.</Trans>
          ) : (
            <Trans>Sus publicaciones se suspenden ahora, y desde acá no se puede deshacer.</Trans>
          )}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

export const loader = loadAgency;

function DisassociationImpact({ agency }: { agency: Agency }) {
  const { t } = useLingui();
  const { AdminMail: adminMail, Operadores } = agency;
  const { may, timeZone } = useSession();
  const today = dayAt(useNow(), timeZone);
  const lastDays = (days: number) => ({
    ...servicePageQuery({ adminMail, query: { desde: addDays(today, 1 - days), hasta: today } }),
    staleTime: 0,
  });
  const week = useQuery(lastDays(7));
  const window = useQuery(lastDays(WINDOW_DAYS));
  const contract = useQuery({ ...agencyPackageQuery(adminMail), staleTime: 0 });
  const people = useQuery({ ...agencyPeopleQuery(adminMail), enabled: may.includes('listAgencyPeople') });
  const operators = Operadores ?? [];
  return (
    <FactRows>
      <QueryRow name={t`Consultas de los últimos 7 días`} query={week}>
        {(page) => <InquiryCount page={page} adminMail={adminMail} days={7} />}
      </QueryRow>
      <QueryRow name={t`Consultas de los últimos ${WINDOW_DAYS} días`} query={window}>
        {(page) => <InquiryCount page={page} adminMail={adminMail} days={WINDOW_DAYS} />}
      </QueryRow>
      <QueryRow name={t`Última consulta`} query={window}>
        {({ _entries }) => {
          const [latest] = _entries
            .map(({ Momento }) => Momento)
            .toSorted((a, b) => Date.parse(b) - Date.parse(a));
          return latest ? <Moment at={latest} /> : <Trans>ninguna en {WINDOW_DAYS} días</Trans>;
        }}
      </QueryRow>
      <QueryRow name={t`Paquete`} query={contract}>
        {({ Paquete, Productos }) =>
          Paquete || Productos?.length ? (
            <PackageUsageList products={Productos ?? []} />
          ) : (
            <Trans>sin paquete</Trans>
          )
        }
      </QueryRow>
      <FactRow name={t`Operadores`}>
        {t`${plural(operators.length, { one: '# persona', other: '# personas' })}`}
        {operators.map(
          ({ Email }) =>
            Email && (
              <Caption key={Email}>
                <MailText mail={Email} />
              </Caption>
            ),
        )}
      </FactRow>
      {may.includes('listAgencyPeople') && (
        <QueryRow name={t`Quiénes la atienden en Vitrina`} query={people}>
          {({ people: assigned }) =>
            assigned.length === 0 ? (
              <Trans>Nadie la tiene asignada.</Trans>
            ) : (
              assigned.map(({ name, mail }) => (
                <div key={mail}>
                  {name}
                  <Caption>
                    <MailText mail={mail} />
                  </Caption>
                </div>
              ))
            )
          }
        </QueryRow>
      )}
    </FactRows>
  );
}

interface RowProps<Data> {
  name: string;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

function QueryRow<Data>({ name, query: { data, isError, refetch }, children }: RowProps<Data>) {
  return (
    <FactRow name={name}>
      {data !== undefined ? (
        children(data)
      ) : isError ? (
        <>
          <Trans>No se pudo saber.</Trans>{' '}
          <Button onClick={() => void refetch()}>
            <Trans>Preguntar otra vez</Trans>
          </Button>
        </>
      ) : (
        <Skeleton width={96} />
      )}
    </FactRow>
  );
}

function InquiryCount({ page, adminMail, days }: { page: ServicePage; adminMail: string; days: number }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { count, hasMore } = inquiryCount(page);
  const figure = format.number(count);
  const search = new URLSearchParams({ agencia: adminMail, desde: `-${days - 1}d`, hasta: 'hoy' });
  return (
    <MuiLink component={Link} to={paths.inquiries(String(search))} sx={{ fontWeight: 600 }}>
      {hasMore ? t`más de ${figure}` : figure}
    </MuiLink>
  );
}

export { DisassociatePage as Component };
