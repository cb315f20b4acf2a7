import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { UnsolvedIncident } from '#contract/desk/incidents.ts';
import type { OverviewNow } from '#contract/desk/overview.ts';
import { SILENCE } from '#contract/overview.ts';
import { formatBalanceSearch } from '#console/balance/address.ts';
import { useBalanceText } from '#console/balance/balance-text.ts';
import { useCauseText } from '#console/deliveries/cause-text.ts';
import { useIncidentText } from '#console/deliveries/incident-text.ts';
import { useTopicName } from '#console/deliveries/topic-names.ts';
import { useViewText } from '#console/inquiries/filter-text.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Section } from '#console/ui/Section.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { inquiriesLink } from './address.ts';
import css from './AttentionSection.module.css';
import { Definition } from './Definition.tsx';
import { useFigureText } from './figure-text.ts';

interface Task {
  key: string;
  kind: 'late' | 'soon' | 'broken' | 'usual';
  sentence: string;
  details: readonly string[];
  action: string;
  to: string;
}

interface Props {
  now: OverviewNow;
  agencias: readonly string[];
}

/** decided: what is less urgent waits behind a button, so that the first screen stays short. */
const MAX_TASKS = 5;

/** Tasks of now, most urgent first: each is a sentence with its act. */
export function AttentionSection({ now, agencias }: Props) {
  const { t } = useLingui();
  const text = useFigureText();
  const { name: viewName } = useViewText();
  const { sentence } = useBalanceText();
  const whole = now.balance && sentence(now.balance);
  const [isWhole, setWhole] = useState(false);
  const tasks = useTasks({ now, agencias });
  const shown = isWhole || tasks.length <= MAX_TASKS ? tasks : tasks.slice(0, MAX_TASKS - 1);
  const hidden = tasks.length - shown.length;
  return (
    <Section
      title={t`Para atender ahora`}
      actions={
        <Definition of={t`Para atender ahora`}>
          <AttentionDefinition />
        </Definition>
      }
    >
      {tasks.length === 0 ? (
        <p className={css.done}>{t`Todo al día`}</p>
      ) : (
        <ol className={css.tasks} aria-label={t`Para atender ahora`}>
          {shown.map(({ key, kind, sentence, details, action, to }, at) => (
            <li key={key} className={css.task} data-kind={kind}>
              <div>
                <b>{sentence}</b>
                {details.length > 0 && <span className={css.details}>{details.join(' · ')}</span>}
              </div>
              <Button
                component={RouterLink}
                to={to}
                size="small"
                sx={{ minWidth: 0 }}
                variant={at === 0 ? 'contained' : 'text'}
                aria-label={`${action}: ${sentence}`}
                data-print="hidden"
              >
                {action}
              </Button>
            </li>
          ))}
        </ol>
      )}
      {hidden > 0 && (
        <Button data-print="hidden" sx={{ alignSelf: 'start' }} onClick={() => setWhole(true)}>
          <Trans>Otros {hidden} pendientes</Trans>
        </Button>
      )}
      <p className={css.rest}>
        <Link component={RouterLink} to={inquiriesLink(agencias, { vista: 'esperando' })} underline="hover">
          {t`${plural(now.waiting, { one: '# espera respuesta', other: '# esperan respuesta' })}`}
        </Link>
        {now.unread > 0 && (
          <Link
            component={RouterLink}
            to={inquiriesLink(agencias, { seguimiento: 'sin-leer' })}
            underline="hover"
          >
            <Trans>{text.number(now.unread)} sin leer</Trans>
          </Link>
        )}
        {now.snoozed > 0 && (
          <Link
            component={RouterLink}
            to={inquiriesLink(agencias, { vista: 'pospuestas' })}
            underline="hover"
          >
            {viewName.pospuestas}: {text.number(now.snoozed)}
          </Link>
        )}
        {now.balance && now.balance.compared > 0 && (
          <Link
            component={RouterLink}
            to={paths.balance(
              formatBalanceSearch({ agency: agencias.length === 1 ? agencias[0] : undefined }),
            )}
            underline="hover"
            color={now.balance.differing > 0 ? 'error' : 'primary'}
          >
            <Trans>En 90 días: {whole}</Trans>
          </Link>
        )}
      </p>
    </Section>
  );
}

function useTasks({ now, agencias }: Props): Task[] {
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
        ...(today.agencies.length > 1
          ? [
              today.agencies
                .map(({ name, adminMail, count }) => `${name ?? adminMail} ${text.number(count)}`)
                .join(', '),
            ]
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

const { minExpected, weeks, minInquiries } = SILENCE;

function AttentionDefinition() {
  return (
    <>
      <Trans>
        Tarde: espera, nadie la respondió y ya pasó su plazo, que corre en los horarios de atención de cada
        agencia. Suspendido: un aviso que alguien suspendió, o el servicio. Rechazado: un mensaje que no pasó
        la verificación, hasta que alguien lo marque como visto en Entregas o vuelvan a llegar bien.
        Invitación sin respuesta: sin registro una semana después del último envío.
      </Trans>{' '}
      <Trans>
        Una agencia no recibe consultas cuando a su ritmo habitual ya habría recibido al menos {minExpected}{' '}
        desde la última. El ritmo sale de las {weeks} semanas hasta esa consulta, por día de la semana y hora;
        con menos de {minInquiries} consultas en ese tiempo no se puede saber.
      </Trans>
    </>
  );
}
