import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { OverviewNow } from '#contract/desk/overview.ts';
import { SILENCE } from '#contract/overview.ts';
import { formatBalanceSearch } from '#console/balance/address.ts';
import { useBalanceText } from '#console/balance/balance-text.ts';
import { useViewText } from '#console/inquiries/filter-text.ts';
import { paths } from '#console/paths.ts';
import { Section } from '#console/ui/Section.tsx';
import { inquiriesLink } from './address.ts';
import { AgencyBoard } from './AgencyBoard.tsx';
import css from './AttentionSection.module.css';
import { Definition } from './Definition.tsx';
import { useFigureText } from './figure-text.ts';
import { useTasks } from './use-tasks.ts';

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
  // The numbers above say the same about a single agency.
  const hasBoard = now.agencies.length > (agencias.length > 1 ? 0 : 1);
  const showsRest = isWhole || !hasBoard;
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
      {!isWhole && (hidden > 0 || hasBoard) && (
        <Button data-print="hidden" sx={{ alignSelf: 'start' }} onClick={() => setWhole(true)}>
          {hasBoard ? <Trans>Ver todo y por agencia</Trans> : <Trans>Otros {hidden} pendientes</Trans>}
        </Button>
      )}
      <p className={css.rest}>
        <Link component={RouterLink} to={inquiriesLink(agencias, { vista: 'esperando' })} underline="hover">
          {t`${plural(now.waiting, { one: '# espera respuesta', other: '# esperan respuesta' })}`}
        </Link>
        {showsRest && now.unread > 0 && (
          <Link
            component={RouterLink}
            to={inquiriesLink(agencias, { seguimiento: 'sin-leer' })}
            underline="hover"
          >
            <Trans>{text.number(now.unread)} sin leer</Trans>
          </Link>
        )}
        {showsRest && now.snoozed > 0 && (
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
      {isWhole && hasBoard && <AgencyBoard agencies={now.agencies} />}
    </Section>
  );
}

const { minExpected, weeks, minInquiries } = SILENCE;

function AttentionDefinition() {
  return (
    <>
      <Trans>
        Tarde: espera, nadie la respondió y ya pasó su plazo, que corre en los horarios de atención de cada
        agencia. Suspendido: un aviso que alguien suspendió, o el servicio. Rechazado: un mensaje que no pasó
        la verificación, hasta que alguien lo marque como visto en Entregas o vuelvan a llegar bien.
        Invitación sin respuesta: sin registro una semana después del último envío. Por agencia: nuevas son
        las que llegaron hoy; una agencia que no figura no tiene nada.
      </Trans>{' '}
      <Trans>
        Una agencia no recibe consultas cuando a su ritmo habitual ya habría recibido al menos {minExpected}{' '}
        desde la última. El ritmo sale de las {weeks} semanas hasta esa consulta, por día de la semana y hora;
        con menos de {minInquiries} consultas en ese tiempo no se puede saber.
      </Trans>
    </>
  );
}
