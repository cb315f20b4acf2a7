import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '#console/api/failure.ts';
import { useFailureSentence } from '#console/api/failure-sentence.ts';
import { BY_ITSELF } from '#console/api/query-client.ts';
import { connection } from '#console/connection/connection-queries.ts';
import { useSession } from '#console/session/session.ts';
import parts from '#console/ui/parts.module.css';
import { useFormats } from '#console/ui/use-formats.ts';
import { deliveryPage, resendInquiry } from './deliveries-queries.ts';
import css from './delivery.module.css';
import { isoOf } from './delivery-text.ts';
import { WATCHED_MS, arrivesHere, isInFlight, lastResend, tookMs } from './resend.ts';

const POLL_MS = 2000;

interface Props {
  adminMail: string;
  sid: string;
  /** Whose callback it goes to. */
  topic: string;
}

/** Sends the webhook of an inquiry again, and watches it come back where that can be seen. */
export function ResendInquiry({ adminMail, sid, topic }: Props) {
  const client = useQueryClient();
  /** When the service accepted it, ms. */
  const [accepted, setAccepted] = useState<number>();
  const here = arrivesHere(useQuery({ ...connection(), meta: BY_ITSELF }).data, topic);
  const known = useQuery({
    ...deliveryPage({ id: sid }),
    meta: BY_ITSELF,
    refetchInterval: ({ state }) =>
      accepted !== undefined &&
      here !== false &&
      Date.now() - accepted < WATCHED_MS &&
      (state.dataUpdatedAt <= accepted || lastResend(state.data?.deliveries ?? [])?.outcome === 'caused')
        ? POLL_MS
        : false,
  });
  const resend = useMutation({
    mutationFn: () => resendInquiry(adminMail, sid),
    onMutate: () => setAccepted(undefined),
    onSuccess: () => setAccepted(Date.now()),
    onSettled: () => client.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const deliveries = known.data?.deliveries ?? [];
  const last = lastResend(deliveries);
  const onItsWay = here !== false && isInFlight(last, known.dataUpdatedAt);
  // What was read before it was accepted knows other resends only.
  const seen = accepted !== undefined && known.dataUpdatedAt > accepted;
  return (
    <section className={css.resend}>
      <button
        type="button"
        className="button"
        disabled={resend.isPending || onItsWay || known.isPending}
        onClick={() => resend.mutate()}
      >
        <Trans>Reenviar la consulta</Trans>
      </button>
      <output className={css.progress}>
        {resend.isPending && <Trans>Pidiéndolo al servicio…</Trans>}
        {accepted === undefined && !resend.isPending && onItsWay && (
          <Trans>Hay un reenvío de esta consulta en camino.</Trans>
        )}
        {accepted !== undefined && (
          <Progress
            accepted={accepted}
            here={here}
            took={seen ? tookMs(last, deliveries) : undefined}
            looked={known.dataUpdatedAt}
          />
        )}
      </output>
      {resend.isError && <Refusal error={resend.error} />}
    </section>
  );
}

interface ProgressProps {
  accepted: number;
  here: boolean | null;
  /** From being asked for to arriving, ms. */
  took: number | undefined;
  /** When it was looked for last, ms. */
  looked: number;
}

/** Step by step, with times, up to where our sight ends. */
function Progress({ accepted, here, took, looked }: ProgressProps) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const asked = format.exact(isoOf(accepted));
  const seconds = format.number(Math.round((took ?? 0) / 10) / 100);
  return (
    <>
      <p>
        <Trans>El servicio lo aceptó: {asked}.</Trans>
      </p>
      <p>
        {took !== undefined ? (
          <Trans>Llegó acá {seconds} s después de pedirlo.</Trans>
        ) : here === false ? (
          <Trans>El callback de este tema está en otro lado: no podemos saber si llega.</Trans>
        ) : looked - accepted >= WATCHED_MS ? (
          <Trans>En un minuto no se vio llegar. Si llega después, queda en las entregas.</Trans>
        ) : here === null ? (
          <Trans>No se sabe adónde apunta este tema; si apunta acá, se verá llegar.</Trans>
        ) : (
          <Trans>Esperando que llegue…</Trans>
        )}
      </p>
    </>
  );
}

function Refusal({ error }: { error: Error }) {
  const { t } = useLingui();
  const general = useFailureSentence(error);
  const status = error instanceof Failure && !error.code ? error.status : undefined;
  const sentences: Partial<Record<number, string>> = {
    400: t`El servicio no la reenvía: tiene más de 30 días, o el tema no está configurado y activo.`,
    403: t`La agencia ya no está asociada a esta aplicación: de ella no se reenvía nada.`,
    404: t`El servicio ya no tiene esta consulta.`,
    429: t`El servicio pide esperar un momento antes de reenviar otra vez.`,
  };
  const sentence = status === undefined ? undefined : sentences[status];
  const words = error instanceof Failure ? Object.values(error.errors).flat() : [];
  return (
    <div className={css.refusal} role="alert">
      <p>{sentence ?? `${general.what}. ${general.advice}`}</p>
      {words.length > 0 && (
        <p className={parts.soft} lang="es">
          <Trans>El servicio dice:</Trans> «{words.join('; ')}»
        </p>
      )}
    </div>
  );
}
