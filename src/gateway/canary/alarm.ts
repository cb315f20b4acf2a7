import type { Transaction } from 'kysely';
import type { CanaryFailure } from '#contract/desk/canary.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { Message } from '#mail/mailer.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { formatTime, greet, renderMail } from '#gateway/notifications/mail-content.ts';
import type { Language } from '#gateway/notifications/tables.ts';
import { raiseWebhookAlarm } from '#gateway/notifications/webhook-alarm.ts';
import type { Person } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';

const es = {
  subject: (count: number) => `La prueba automática de los avisos falló ${count} veces seguidas`,
  failed: (count: number, since: string) =>
    `Vitrina pide cada tanto que el servicio reenvíe el aviso de una consulta, y espera que llegue. Desde las ${since} falló ${count} veces seguidas.`,
  cause: (cause: string) => `La última vez: ${cause}.`,
  causes: {
    missing: 'el servicio lo aceptó y el aviso no llegó en 2 minutos',
    signature: 'el aviso llegó, y su firma no coincidía',
    off: 'el aviso está suspendido o sin configurar en el servicio',
    elsewhere: 'el aviso va a otra dirección',
    refused: 'el servicio no aceptó el pedido',
    unreachable: 'el servicio no respondió',
  } satisfies Record<CanaryFailure, string>,
  topic: 'Ver el aviso y probarlo',
  settings: 'No se repite hasta que una prueba llegue. Se apaga en Mi cuenta',
};

const CANARY_ALARM_TEXTS: Record<Language, typeof es> = {
  es,
  en: {
    subject: (count) => `The automatic test of the webhooks failed ${count} times in a row`,
    failed: (count, since) =>
      `Vitrina asks the service now and then to send the webhook of an inquiry again, and waits for it. Since ${since} it failed ${count} times in a row.`,
    cause: (cause) => `The last time: ${cause}.`,
    causes: {
      missing: 'the service accepted it and the webhook did not arrive within 2 minutes',
      signature: 'the webhook arrived, and its signature did not match',
      off: 'the webhook is suspended or not configured at the service',
      elsewhere: 'the webhook goes to another address',
      refused: 'the service did not accept the request',
      unreachable: 'the service did not reply',
    },
    topic: 'See the webhook and test it',
    settings: 'It is not repeated until a test arrives. It can be switched off in My account',
  },
};

interface Failures {
  /** Newest first. */
  outcomes: readonly CanaryFailure[];
  since: number;
}

/** Reports failures in a row. */
export const raiseCanaryAlarm = (
  transaction: Transaction<GatewayTables>,
  failures: Failures,
  {
    config,
    clock,
    random,
  }: Pick<Gateway, 'clock' | 'random'> & { config: Pick<Gateway['config'], 'timeZone' | 'publicUrl'> },
): Promise<void> =>
  raiseWebhookAlarm(
    transaction,
    {
      kind: 'canary',
      count: failures.outcomes.length,
      since: failures.since,
      buildMail: (person, language) => buildCanaryAlarmMail(person, failures, { ...config, language }),
    },
    { now: clock.now(), random },
  );

function buildCanaryAlarmMail(
  { name, mail }: Pick<Person, 'name' | 'mail'>,
  { outcomes, since }: Failures,
  { language, publicUrl, timeZone }: { language: Language; publicUrl: string; timeZone: string },
): Omit<Message, 'id'> {
  const texts = CANARY_ALARM_TEXTS[language];
  const [last] = outcomes;
  return renderMail(language, {
    to: mail,
    subject: texts.subject(outcomes.length),
    parts: [
      greet(language, name),
      texts.failed(outcomes.length, formatTime(since, timeZone)),
      ...(last ? [texts.cause(texts.causes[last])] : []),
      { text: texts.topic, href: `${publicUrl}/webhooks/${INQUIRY_TOPIC}` },
      { text: texts.settings, href: `${publicUrl}/settings/me` },
    ],
  });
}
