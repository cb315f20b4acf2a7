import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { UnsolvedIncident } from '#contract/desk/incidents.ts';
import type { OverviewNow } from '#contract/desk/overview.ts';
import { useCauseText } from '#console/deliveries/cause-text.ts';
import { useIncidentText } from '#console/deliveries/incident-text.ts';
import { useTopicName } from '#console/deliveries/topic-names.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { inquiriesLink } from './address.ts';
import { useFigureText } from './figure-text.ts';

interface Task {
  key: string;
  kind: 'late' | 'soon' | 'broken' | 'usual';
  sentence: string;
  details: readonly string[];
  action: string;
  to: string;
}

interface Needs {
  now: OverviewNow;
  agencias: readonly string[];
}

export function useTasks({ now, agencias }: Needs): Task[] {
  const { t } = useLingui();
  const format = useFormats();
  const text = useFigureText();
  const { present, describeClock } = useCauseText();
  const formatIncident = useIncidentText();
  const getTopicName = useTopicName();
  const time = useNow();
  const { may, person } = useSession();
  const age = (at: number) => format.age(new Date(at).toISOString(), time);
  const maySave = may.includes('changeFollowUp');
  const late = (seguimiento: string) => inquiriesLink(agencias, { vista: 'tarde', seguimiento });
  const { today, stoppedTopics, unansweredInvitations, oldestInvitationAt } = now;
  const everywhere = agencias.length > 0 ? [t`de todas las agencias`] : [];
  const sinceRefusals: Record<UnsolvedIncident['state'], string[]> = {
    open: [],
    solved: [],
    recovering: [t`después llegaron otros`],
    quiet: [t`después no llegó nada`],
  };
  const listRefusals = (isLasting: boolean) =>
    (now.incidents ?? [])
      .filter(({ state }) => (state === 'open') === isLasting)
      .map(({ topic, reason, count, state, lastAt }) => ({
        key: `refused ${topic} ${reason}`,
        kind: 'broken' as const,
        count,
        sentence: formatIncident({ reason, count }),
        details: [getTopicName(topic), t`el último, ${age(lastAt)}`, ...sinceRefusals[state], ...everywhere],
        action: t`Ver causa`,
        to: paths.deliveries(),
      }));
  const clockDifference = describeClock(now.service?.clockAheadMs ?? null);
  const isSlow = now.service?.state === 'slow';
  const spent = now.spentPackages ?? [];
  const tasks: (Task & { count: number | null })[] = [
    {
      key: 'service',
      kind: 'broken',
      count: now.service && 1,
      sentence:
        now.service?.state === 'refused'
          ? t`El servicio no reconoce a esta consola`
          : isSlow
            ? t`El servicio tarda en responder`
            : t`El servicio no responde como debe`,
      details: [
        clockDifference ??
          (isSlow ? t`las pantallas que lo necesitan tardan` : t`lo que llegue se va a ver cuando vuelva`),
      ],
      action: t`Ver conexión`,
      to: paths.connection(),
    },
    {
      key: 'stray',
      kind: 'broken',
      count: now.strayTopics,
      sentence: t`${plural(now.strayTopics ?? 0, { one: '# aviso que llegaba acá va a otra dirección', other: '# avisos que llegaban acá van a otra dirección' })}`,
      details: [t`las consultas aparecen con demora`, ...everywhere],
      action: t`Ver avisos`,
      to: paths.webhooks(),
    },
    {
      key: 'stopped',
      kind: 'broken',
      count: stoppedTopics,
      sentence: t`${plural(stoppedTopics ?? 0, { one: '# aviso está suspendido', other: '# avisos están suspendidos' })}`,
      details: [t`las consultas aparecen con demora`, ...everywhere],
      action: t`Ver avisos`,
      to: paths.webhooks(),
    },
    ...(now.failingTopics ?? []).map(({ topic, ...failure }) => {
      const cause = present[failure.cause];
      return {
        key: `failing ${topic}`,
        kind: 'broken' as const,
        count: 1,
        sentence: t`No llega nada: ${cause}`,
        details: [getTopicName(topic), ...everywhere],
        action: t`Ver intentos`,
        to: paths.attempts(String(new URLSearchParams({ topic }))),
      };
    }),
    ...listRefusals(true),
    {
      key: 'mails',
      kind: 'broken',
      count: now.refusedMails,
      sentence: t`${plural(now.refusedMails ?? 0, { one: '# correo no sale', other: '# correos no salen' })}`,
      details: [t`el servidor de correo no acepta envíos`, ...everywhere],
      action: t`Ver conexión`,
      to: paths.connection(),
    },
    {
      key: 'checks',
      kind: 'broken',
      count: now.failedChecks,
      sentence: t`${plural(now.failedChecks ?? 0, { one: '# cosa de la instalación no anda', other: '# cosas de la instalación no andan' })}`,
      details: everywhere,
      action: t`Ver diagnóstico`,
      to: paths.doctor(),
    },
    {
      key: 'spent',
      kind: 'broken',
      count: spent.length,
      sentence: t`${plural(spent.length, { one: '# agencia agotó su paquete', other: '# agencias agotaron su paquete' })}`,
      details: [spent.map(({ name, adminMail }) => name ?? adminMail).join(', ')],
      action: spent.length === 1 ? t`Ver agencia` : t`Ver agencias`,
      to: spent.length === 1 ? paths.agency(spent[0]?.adminMail ?? '') : paths.agencies('ver=paquete'),
    },
    {
      key: 'today',
      kind: 'late',
      count: now.lateToday,
      sentence: t`${plural(now.lateToday, { one: '# venció hoy', other: '# vencieron hoy' })}`,
      details: [
        ...(today.worstDueAt === null ? [] : [t`la peor, ${age(today.worstDueAt)}`]),
        // Their numbers are in the table of agencies.
        ...(today.agencies.length > 1
          ? [today.agencies.map(({ name, adminMail }) => name ?? adminMail).join(', ')]
          : []),
      ],
      action: person.role === 'partner' ? t`Repartir` : maySave ? t`Responder` : t`Ver`,
      to: late('tarde-hoy'),
    },
    {
      key: 'soon',
      kind: 'soon',
      count: now.dueSoon,
      sentence: t`${plural(now.dueSoon, { one: '# vence dentro de la próxima hora', other: '# vencen dentro de la próxima hora' })}`,
      details: [],
      action: maySave ? t`Responder` : t`Ver`,
      to: inquiriesLink(agencias, { seguimiento: 'por-vencer' }),
    },
    ...listRefusals(false),
    ...(now.silent ?? []).map(({ adminMail, name, lastAt, expected }) => ({
      key: `silent ${adminMail}`,
      kind: 'broken' as const,
      count: 1,
      sentence:
        lastAt === null
          ? t`${name ?? adminMail} no recibe consultas`
          : t`${name ?? adminMail} no recibe consultas desde el ${format.days(new Date(lastAt).toISOString(), new Date(lastAt).toISOString())}`,
      details: [t`esperadas: ${text.number(Math.round(expected))}`],
      action: t`Ver agencia`,
      to: paths.agency(adminMail),
    })),
    {
      key: 'returned',
      kind: 'soon',
      count: now.returned,
      sentence: t`${plural(now.returned, { one: '# volvió de una posposición', other: '# volvieron de una posposición' })}`,
      details: [],
      action: t`Ver`,
      to: inquiriesLink(agencias, { vista: 'pospuestas', seguimiento: 'volvio' }),
    },
    {
      key: 'week',
      kind: 'late',
      count: now.lateThisWeek,
      sentence: t`${plural(now.lateThisWeek, { one: '# venció en los 7 días anteriores', other: '# vencieron en los 7 días anteriores' })}`,
      details: [],
      action: t`Ver`,
      to: late('tarde-semana'),
    },
    {
      key: 'invitations',
      kind: 'usual',
      count: unansweredInvitations,
      sentence: t`${plural(unansweredInvitations ?? 0, { one: '# invitación sin respuesta', other: '# invitaciones sin respuesta' })}`,
      details: [
        ...(oldestInvitationAt === null ? [] : [t`la más antigua, ${age(oldestInvitationAt)}`]),
        ...everywhere,
      ],
      action: may.includes('inviteAgency') ? t`Recordar` : t`Ver`,
      to: paths.invitations('state=unanswered'),
    },
    {
      key: 'old',
      kind: 'usual',
      count: now.lateOld,
      sentence: t`${plural(now.lateOld, { one: '# atrasada de más de 7 días', other: '# atrasadas de más de 7 días' })}`,
      details: [],
      action: maySave ? t`Cerrar en lote` : t`Ver`,
      to: inquiriesLink(agencias, { vista: 'viejas' }),
    },
  ];
  return tasks.filter(({ count }) => count);
}
