import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import { useFiguresText } from '#console/deliveries/figures-text.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';

export interface TopicStatus {
  kind: 'broken' | 'usual' | 'off';
  sentence: string;
  details: string[];
}

export function isPointedHere({ callback, receiver }: Pick<WebhookDesk, 'callback' | 'receiver'>): boolean {
  return callback === receiver;
}

/** Says in a sentence whether the messages of a topic arrive, and if not, why. */
export function useTopicStatus(): (topic: WebhookDesk) => TopicStatus {
  const { t } = useLingui();
  const format = useFormats();
  const present = useNow();
  const describe = useFiguresText();

  return (topic) => {
    const { configured, active, callback, isPrivate, lastHeardAt, unseenAt, lastActive, lastDay } = topic;
    const { retries } = lastDay;
    const seen =
      lastHeardAt === null ? [] : [t`último: ${format.age(new Date(lastHeardAt).toISOString(), present)}`];
    const host = URL.parse(callback ?? '')?.host ?? callback ?? '';
    if (!configured) return { kind: 'off', sentence: t`Sin configurar: no se avisa nada`, details: [] };
    if (active === false)
      return lastActive === true
        ? {
            kind: 'broken',
            sentence: t`No llega nada: el servicio lo suspendió, como hace cuando ${host} no contesta por días`,
            details: [t`o alguien lo suspendió con otro programa`, ...seen],
          }
        : { kind: 'broken', sentence: t`Suspendido: no llega nada hasta que se encienda`, details: seen };
    if (callback === null) return { kind: 'usual', sentence: t`No se pudo leer adónde va`, details: seen };
    if (!isPointedHere(topic))
      return { kind: 'usual', sentence: t`Va a ${host}; desde acá no se ve si llega`, details: seen };
    if (isPrivate && (lastHeardAt === null || unseenAt !== null))
      return {
        kind: 'broken',
        sentence: t`No llega nada: esta consola está en una red privada`,
        details: [t`el servicio solo llama ahí si quien lo opera lo permite (CALLBACK_ALLOWED_RANGES)`],
      };
    if (unseenAt !== null)
      return {
        kind: 'broken',
        sentence: t`Esta consola no lo recibe: el reenvío del ${format.moment(unseenAt)} no llegó`,
        details: lastHeardAt === null ? [t`nunca llegó ninguno`] : seen,
      };
    if (lastHeardAt === null && !lastDay.missed && lastDay.refused === 0)
      return { kind: 'usual', sentence: t`Todavía no llegó nada`, details: [] };
    const { isBroken, sentence } = describe(lastDay, true);
    return {
      kind: isBroken ? 'broken' : 'usual',
      sentence,
      details: [
        ...seen,
        ...(retries > 0 ? [t`${plural(retries, { one: '# reintento', other: '# reintentos' })}`] : []),
      ],
    };
  };
}
