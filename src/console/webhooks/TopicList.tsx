import { Trans, useLingui } from '@lingui/react/macro';
import MuiLink from '@mui/material/Link';
import { Link, useLocation } from 'react-router';
import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import { useTopicName } from '#console/deliveries/topic-names.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useStableOrder } from '#console/ui/use-stable-order.ts';
import css from './TopicList.module.css';
import { type TopicStatus as Status, useTopicStatus } from './topic-status.ts';

const KIND_ORDER: readonly Status['kind'][] = ['broken', 'usual', 'off'];

/** One row for each topic, what is broken first: whether its messages arrive, when the last one did, and retries. */
export function TopicList({ topics }: { topics: readonly WebhookDesk[] }) {
  const { t } = useLingui();
  const { may } = useSession();
  const describe = useTopicStatus();
  const getName = useTopicName();
  const { key: location } = useLocation();
  const sorted = topics
    .map((topic) => ({ topic, status: describe(topic) }))
    .toSorted((a, b) => KIND_ORDER.indexOf(a.status.kind) - KIND_ORDER.indexOf(b.status.kind));
  const rows = useStableOrder(sorted, ({ topic }) => topic.topic, location);
  return (
    <ul className={css.topics} aria-label={t`Avisos`}>
      {rows.map(({ topic: { topic, configured }, status: { kind, sentence, details } }) => (
        <li key={topic} className={css.topic} data-kind={kind}>
          <div>
            <MuiLink component={Link} to={paths.webhook(topic)} underline="hover" sx={{ fontWeight: 600 }}>
              {getName(topic)}
            </MuiLink>
          </div>
          <p className={css.sentence}>{sentence}</p>
          <p className={css.details}>
            {!configured && may.includes('createWebhook') ? (
              <MuiLink component={Link} to={paths.editWebhook(topic)}>
                <Trans>Configurar</Trans>
              </MuiLink>
            ) : (
              details.join(' · ')
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

export function TopicStatus({ topic }: { topic: WebhookDesk }) {
  const { kind, sentence, details } = useTopicStatus()(topic);
  return (
    <div className={css.status} data-kind={kind}>
      <p className={css.sentence}>{sentence}</p>
      {details.length > 0 && <p className={css.details}>{details.join(' · ')}</p>}
    </div>
  );
}
