import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { personName } from '#contract/inquiry-names.ts';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { sidOf } from '#contract/sid.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { agencyListQuery } from '#console/agency-select/agencies-queries.ts';
import { Failure } from '#console/api/failure.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import type { Arrival } from '#console/deliveries/resend.ts';
import { useResend } from '#console/deliveries/use-resend.ts';
import { type Inquiry, servicePageQuery } from '#console/inquiries/inquiries-queries.ts';
import { paths } from '#console/paths.ts';
import { getLastAgency } from '#console/agency-select/last-agency.ts';
import { useSession } from '#console/session/session.ts';
import { Moment } from '#console/ui/Moment.tsx';
import parts from '#console/ui/parts.module.css';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import css from './webhooks.module.css';

/** The service sends inquiries again that are at most this old. */
const RECENT_DAYS = 29;

interface Props {
  active: boolean;
  callback: string;
}

/** Sends a recent inquiry through the whole chain, and tells each step with its time. */
export function ChainTest({ active, callback }: Props) {
  const { t } = useLingui();
  const session = useSession();
  const heading = useId();
  const today = dayAt(useNow(), session.timeZone);
  const agencies = useQuery(agencyListQuery());
  const [chosen, choose] = useState(() => getLastAgency(session));
  const adminMail = chosen ?? agencies.data?._entries[0]?.AdminMail;
  const recent = {
    operador: undefined,
    externalid: undefined,
    desde: addDays(today, -RECENT_DAYS),
    hasta: today,
    pagina: undefined,
  };
  const page = useQuery({
    ...servicePageQuery(adminMail ?? '', recent),
    meta: BACKGROUND,
    enabled: adminMail !== undefined,
  });
  const found = page.data?._entries[0];
  const sid = found && sidOf(found);
  const known = agencies.data?._entries ?? [];
  return (
    <section className={parts.section} aria-labelledby={heading}>
      <div>
        <h2 id={heading}>
          <Trans>Probar</Trans>
        </h2>
        <p className={parts.soft}>
          <Trans>
            El servicio reenvía el aviso de la consulta más reciente de una agencia. El callback la recibe
            como cualquier otra.
          </Trans>
        </p>
      </div>
      <label className={`field ${css.agency}`}>
        {t`Agencia`}
        <select value={adminMail ?? ''} onChange={({ target }) => choose(target.value)}>
          {adminMail && !known.some(({ AdminMail }) => AdminMail === adminMail) && (
            <option value={adminMail}>{adminMail}</option>
          )}
          {known.map(({ AdminMail, Nombre }) => (
            <option key={AdminMail} value={AdminMail}>
              {Nombre ?? AdminMail}
            </option>
          ))}
        </select>
      </label>
      {page.isError && (
        <p className={parts.failed}>
          <Trans>No se pudieron cargar sus consultas.</Trans>
        </p>
      )}
      {page.data && !found && (
        <p>
          <Trans>No tiene consultas de los últimos {RECENT_DAYS} días, y las de antes no se reenvían.</Trans>
        </p>
      )}
      {found && !sid && (
        <p>
          <Trans>La consulta vino sin su dirección: no se puede reenviar.</Trans>
        </p>
      )}
      {adminMail && found && sid && (
        <Run key={sid} active={active} callback={callback} inquiry={{ adminMail, sid, entry: found }} />
      )}
    </section>
  );
}

function Run({
  active,
  callback,
  inquiry: { adminMail, sid, entry },
}: Props & { inquiry: { adminMail: string; sid: string; entry: Inquiry } }) {
  const client = useQueryClient();
  const resend = useResend(adminMail, sid);
  const { times, arrival, outcome } = resend;
  const isExpected = times !== undefined && resend.isExpected;
  const messageId = arrival?.id;
  useEffect(() => {
    if (messageId) void client.invalidateQueries({ queryKey: ['webhooks', 'desk'] });
  }, [messageId, client]);
  const name = personName(entry.Interesado) || sid;
  return (
    <>
      <p>
        <Trans>
          La más reciente: <Link to={paths.inquiry(adminMail, sid)}>{name}</Link>,{' '}
          <Moment at={entry.Momento} />
        </Trans>
      </p>
      <div>
        <button
          type="button"
          className="button strong"
          disabled={!active || !resend.canResend}
          aria-busy={resend.isPending || isExpected}
          onClick={() => resend.mutate()}
        >
          <Trans>Enviar una prueba</Trans>
        </button>
      </div>
      {!active && (
        <p className={parts.soft}>
          <Trans>Está suspendido: el servicio no envía nada. Encendelo para probarlo.</Trans>
        </p>
      )}
      {times && !resend.isError && (
        <Steps
          requested={times.requested}
          accepted={times.accepted}
          outcome={outcome}
          arrival={arrival}
          callback={callback}
        />
      )}
      {resend.error && <NotSent error={resend.error} />}
    </>
  );
}

interface StepsProps {
  requested: number;
  accepted: number | undefined;
  /** undefined: not read since it was accepted. */
  outcome: Delivery['outcome'] | undefined;
  arrival: Arrival | undefined;
  callback: string;
}

function Steps({ requested, accepted, outcome, arrival, callback }: StepsProps) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const lasted = (ms: number) => {
    const told = format.number(ms < 1000 ? Math.round(ms) : Math.round(ms / 100) / 10);
    return ms < 1000 ? t`${told} ms` : t`${told} s`;
  };
  const answered = accepted === undefined ? '' : lasted(accepted - requested);
  const travelled = arrival ? lasted(arrival.tookMs) : '';
  return (
    <ol className={`${parts.steps} ${css.progress}`} aria-live="polite">
      <li data-done>
        <Trans>Se pidió al servicio que la reenvíe.</Trans>
      </li>
      <li data-done={accepted !== undefined}>
        {accepted === undefined ? (
          <Trans>Esperando que el servicio lo acepte…</Trans>
        ) : (
          <Trans>El servicio lo aceptó, a los {answered}.</Trans>
        )}
      </li>
      {accepted !== undefined && outcome === 'elsewhere' && (
        <li data-done={false}>
          <Trans>
            Va a <span className={css.callback}>{callback}</span>. Desde acá no se ve más: si llegó, solo lo
            sabe ese sistema.
          </Trans>
        </li>
      )}
      {accepted !== undefined && outcome !== 'elsewhere' && !arrival && (
        <li data-done={false}>
          {outcome === 'unseen' ? (
            <Trans>No llegó acá. Si llega después, queda en las entregas.</Trans>
          ) : (
            <Trans>Esperando que llegue acá…</Trans>
          )}
        </li>
      )}
      {arrival && (
        <>
          <li data-done>
            <Trans>Llegó acá, a los {travelled} de pedirla.</Trans>{' '}
            <Link to={paths.delivery(arrival.id)}>
              <Trans>Ver la entrega</Trans>
            </Link>
          </li>
          <li data-done>
            {arrival.bodySigned ? (
              <Trans>La firma es la del secreto guardado, y cubre todo el contenido.</Trans>
            ) : (
              <Trans>La firma es la del secreto guardado; cubre los encabezados y no el contenido.</Trans>
            )}
          </li>
        </>
      )}
    </ol>
  );
}

function NotSent({ error }: { error: Error }) {
  const { t } = useLingui();
  const status = error instanceof Failure && !error.code ? error.status : undefined;
  const sentences: Partial<Record<number, string>> = {
    400: t`El servicio no la reenvía: tiene más de 30 días, o el tema no está configurado y activo`,
    403: t`La agencia ya no está asociada a esta aplicación: de ella no se reenvía nada`,
    404: t`El servicio ya no tiene esta consulta`,
  };
  const what = status === undefined ? undefined : sentences[status];
  return <FormAlert error={error} meaning={what ? { what, advice: '' } : undefined} />;
}
