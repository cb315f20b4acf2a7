import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router';
import { Failure } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';
import { paths } from '#console/paths.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/ui/ConfirmDialog.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { Page } from '#console/ui/Page.tsx';
import parts from '#console/ui/parts.module.css';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { type Agency, agencyQuery } from '#console/agency-select/agencies-queries.ts';
import { disassociateAgency, onDisassociated } from './agency-queries.ts';
import { agencyName } from './agencies-text.ts';
import { NotAssociated } from './NotAssociated.tsx';
import { Rehearsal } from './Rehearsal.tsx';

/** What ends with the association, from live data; then the typed mail, and the service's answer. */
function DisassociatePage() {
  const { t } = useLingui();
  const { adminMail = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery({ ...agencyQuery(adminMail), staleTime: 0 });
  const name = data ? agencyName(data) : adminMail;
  const isNotAssociated = error instanceof Failure && error.isNotFound;
  return (
    <Page
      key={adminMail}
      narrow
      title={t`Desasociar ${name}`}
      back={{ to: paths.agency(adminMail), label: name }}
    >
      {isPending && <TableSkeleton label={t`Cargando la agencia`} />}
      {isNotAssociated && <NotAssociated adminMail={adminMail} />}
      {error && !data && !isNotAssociated && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <section className={parts.section} aria-labelledby="ends">
            <h2 id="ends">
              <Trans>Qué pasa</Trans>
            </h2>
            <ul className={parts.list}>
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
                  La agencia conserva su cuenta en el servicio y puede recuperar sus publicaciones por su
                  lado.
                </Trans>
              </li>
              <li>
                {data.Estado === 'Invitada' ? (
                  <Trans>
                    El enlace de su invitación deja de servir. Como no se registró, se la puede invitar otra
                    vez.
                  </Trans>
                ) : (
                  <b>
                    <Trans>
                      No se puede deshacer desde acá: su correo ya está registrado, y el servicio rechaza otra
                      invitación.
                    </Trans>
                  </b>
                )}
              </li>
            </ul>
          </section>
          <section className={parts.section} aria-labelledby="loses">
            <h2 id="loses">
              <Trans>Qué se pierde</Trans>
            </h2>
            <Rehearsal of={data} />
          </section>
          <Confirm of={data} />
        </>
      )}
    </Page>
  );
}

function Confirm({ of: held }: { of: Agency }) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const { AdminMail: adminMail } = held;
  const name = agencyName(held);
  const end = useMutation({
    mutationFn: () => disassociateAgency(adminMail),
    onSuccess: async () => {
      await navigate(paths.agencies(), { state: { left: name } });
      onDisassociated(client, adminMail);
    },
  });
  const forbidden = end.error instanceof Failure && end.error.status === 403 && !end.error.code;
  return (
    <section className={parts.section} aria-label={t`Confirmación`}>
      <div className={parts.actions}>
        <button type="button" className={`button ${parts.danger}`} onClick={() => setAsked(true)}>
          <Trans>Desasociar…</Trans>
        </button>
        <Link className="button quiet" to={paths.agency(adminMail)}>
          <Trans>Dejar como está</Trans>
        </Link>
      </div>
      {asked && (
        <ConfirmDialog
          dangerous
          title={t`¿Desasociar ${name}?`}
          action={t`Desasociar`}
          typed={adminMail}
          pending={end.isPending}
          failure={
            end.error && (
              <FormAlert
                error={end.error}
                meaning={
                  forbidden
                    ? {
                        what: t`El servicio no lo permite`,
                        advice: t`La agencia ya no está asociada a esta aplicación, o la aplicación no tiene permiso sobre ella. No cambió nada.`,
                      }
                    : undefined
                }
              />
            )
          }
          onConfirm={() => end.mutate()}
          onClose={() => !end.isPending && setAsked(false)}
        >
          {held.Estado === 'Invitada' ? (
            <Trans>Su invitación deja de servir.</Trans>
          ) : (
            <Trans>Sus publicaciones se suspenden ahora, y desde acá no se puede deshacer.</Trans>
          )}
        </ConfirmDialog>
      )}
    </section>
  );
}

export const loader = ({ params: { adminMail = '' } }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(agencyQuery(adminMail));

export { DisassociatePage as Component };
