import { Trans, useLingui } from '@lingui/react/macro';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { Failure } from '#console/api/failure.ts';
import { useFailureMessage } from '#console/api/failure-message.ts';
import { useSession } from '#console/session/session.ts';
import parts from '#console/ui/parts.module.css';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './delivery.module.css';
import { isoOf } from './delivery-text.ts';
import type { Arrival } from './resend.ts';
import { useResend } from './use-resend.ts';

interface Props {
  adminMail: string;
  sid: string;
}

/** Sends the webhook of an inquiry again, and shows what became of it. */
export function ResendInquiry({ adminMail, sid }: Props) {
  const resend = useResend(adminMail, sid);
  const { times, isPending, isError, error, outcome, arrival } = resend;
  const accepted = times?.accepted;
  return (
    <section className={css.resend}>
      <button type="button" className="button" disabled={!resend.canResend} onClick={() => resend.mutate()}>
        <Trans>Reenviar la consulta</Trans>
      </button>
      <output className={css.progress}>
        {isPending && <Trans>Pidiéndolo al servicio…</Trans>}
        {accepted === undefined && !isPending && resend.isExpected && (
          <Trans>
            Hay un reenvío de esta consulta en camino. Si en un minuto no llega, se puede pedir otro.
          </Trans>
        )}
        {accepted !== undefined && <Progress accepted={accepted} outcome={outcome} arrival={arrival} />}
      </output>
      {isError && <FormAlert error={error} />}
    </section>
  );
}

interface ProgressProps {
  accepted: number;
  /** undefined: not read since it was accepted. */
  outcome: Delivery['outcome'] | undefined;
  arrival: Arrival | undefined;
}

/** Step by step, with times, as far as this console can see. */
function Progress({ accepted, outcome, arrival }: ProgressProps) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const asked = format.exact(isoOf(accepted));
  const seconds = format.number(Math.round((arrival?.tookMs ?? 0) / 10) / 100);
  return (
    <>
      <p>
        <Trans>El servicio lo aceptó: {asked}.</Trans>
      </p>
      <p>
        {outcome === 'arrived' ? (
          <Trans>Llegó acá {seconds} s después de pedirlo.</Trans>
        ) : outcome === 'elsewhere' ? (
          <Trans>El callback de este tema está en otro lado: no podemos saber si llega.</Trans>
        ) : outcome === 'unseen' ? (
          <Trans>No llegó en un minuto. Si llega después, queda en las entregas.</Trans>
        ) : (
          <Trans>Esperando que llegue…</Trans>
        )}
      </p>
    </>
  );
}

function FormAlert({ error }: { error: Error }) {
  const { t } = useLingui();
  const general = useFailureMessage(error);
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
