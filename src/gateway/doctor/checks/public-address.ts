import { MINUTE_MS } from '#contract/durations.ts';
import { type Check, isProduction } from '#gateway/doctor/check.ts';

export const publicAddress: Check = {
  id: 'public-address',
  everyMs: 15 * MINUTE_MS,
  severity: 'warning',
  retries: 2,
  applies: isProduction,
  title: { es: 'PUBLIC_URL llega hasta acá', en: 'PUBLIC_URL leads here' },
  why: {
    es: 'Es la dirección a la que el servicio manda los avisos, y la de los enlaces de los correos.',
    en: 'The service sends messages to this address, and the links of mails have it.',
  },
  run: async ({ machine, receiver, config: { publicUrl } }) => {
    let reason: string;
    try {
      const { status, body } = await machine.fetchReply(receiver.url);
      // The receiver takes only POST.
      if (status === 405 && body.includes('/problems/method-not-allowed')) return [];
      reason = String(status);
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      reason = cause instanceof Error ? cause.message : String(cause);
    }
    return [
      {
        es: `En ${publicUrl} no responde este programa: ${reason}`,
        en: `This program does not reply at ${publicUrl}: ${reason}`,
      },
    ];
  },
  remedy: {
    text: {
      es: 'Revisá el nombre en el DNS, el proxy y PUBLIC_URL. Si solo falla desde este servidor, ignoralo con un motivo.',
      en: 'Compare the name in the DNS, the proxy and PUBLIC_URL. If only this machine cannot reach it, ignore it.',
    },
    command: 'curl -sSI "$PUBLIC_URL/"',
  },
};
