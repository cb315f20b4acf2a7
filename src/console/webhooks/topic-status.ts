import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { DAY_MS } from '#contract/durations.ts';
import { type WebhookDesk, isPointedHere } from '#contract/desk/webhooks.ts';
import { useCauseText } from '#console/deliveries/cause-text.ts';
import { useIncidentText } from '#console/deliveries/incident-text.ts';
import { useFiguresText } from '#console/deliveries/figures-text.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';

export interface TopicStatus {
  kind: 'broken' | 'usual' | 'off';
  sentence: string;
  details: string[];
}

/** Returns the host of a callback, or what is not an address as it is. */
export function formatHost(callback: string): string {
  return URL.parse(callback)?.host ?? callback;
}

const SUSPENSION_MS = 5 * DAY_MS;

/** Says in a sentence whether the messages of a topic arrive, and if not, why. */
export function useTopicStatus(): (topic: WebhookDesk) => TopicStatus {
  const { t } = useLingui();
  const format = useFormats();
  const now = useNow();
  const { present } = useCauseText();
  const formatIncident = useIncidentText();
  const describe = useFiguresText();

  return (topic) => {
    const {
      configured,
      active,
      callback,
      isPrivate,
      lastHeardAt,
      unseenAt,
      lastActive,
      failure,
      incidents,
      lastDay,
    } = topic;
    const { retries } = lastDay;
    const lastMessage =
      lastHeardAt === null ? [] : [t`último: ${format.age(new Date(lastHeardAt).toISOString(), now)}`];
    const host = formatHost(callback ?? '');
    if (!configured) return { kind: 'off', sentence: t`Sin configurar: no se avisa nada`, details: [] };
    if (active === false && lastActive !== true)
      return {
        kind: 'broken',
        sentence: t`Suspendido: no llega nada hasta que se encienda`,
        details: lastMessage,
      };
    if (active === false)
      return now - (lastHeardAt ?? 0) < SUSPENSION_MS
        ? {
            kind: 'broken',
            sentence: t`No llega nada: se suspendió fuera de esta consola`,
            details: [t`con otro programa, o lo hizo el servicio`, ...lastMessage],
          }
        : {
            kind: 'broken',
            sentence: t`No llega nada: el servicio lo suspendió, como hace cuando ${host} no contesta por días`,
            details: [t`o alguien lo suspendió con otro programa`, ...lastMessage],
          };
    if (callback === null)
      return { kind: 'usual', sentence: t`No se pudo leer adónde va`, details: lastMessage };
    if (!isPointedHere(topic))
      return {
        kind: lastHeardAt === null ? 'usual' : 'broken',
        sentence: t`Va a ${host}; desde acá no se ve si llega`,
        details: lastMessage,
      };
    if (isPrivate && (lastHeardAt === null || unseenAt !== null))
      return {
        kind: 'broken',
        sentence: t`No llega nada: esta consola está en una red privada`,
        details: [t`el servicio solo llama ahí si quien lo opera lo permite (CALLBACK_ALLOWED_RANGES)`],
      };
    const cause = failure && present[failure];
    const refusals = incidents.filter(({ state }) => state !== 'recovering').map(formatIncident);
    const failures = [...(cause ? [t`No llega nada: ${cause}`] : []), ...refusals];
    if (failures.length > 0) return { kind: 'broken', sentence: failures.join('. '), details: lastMessage };
    if (unseenAt !== null)
      return {
        kind: 'broken',
        sentence: t`Esta consola no lo recibe: el reenvío del ${format.moment(unseenAt)} no llegó`,
        details: lastHeardAt === null ? [t`nunca llegó ninguno`] : lastMessage,
      };
    if (lastHeardAt === null && !lastDay.missed && lastDay.refused === 0)
      return { kind: 'usual', sentence: t`Todavía no llegó nada`, details: [] };
    const { isBroken, sentence } = describe(lastDay, true);
    return {
      kind: isBroken ? 'broken' : 'usual',
      sentence,
      details: [
        ...lastMessage,
        ...(retries > 0 ? [t`${plural(retries, { one: '# reintento', other: '# reintentos' })}`] : []),
      ],
    };
  };
}
