import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { type HelpTopic, isTopicOf } from '#console/help-topics.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import css from './HelpLink.module.css';
import { QUESTIONS } from './questions.ts';

interface Props {
  topic: HelpTopic;
  inNewTab?: boolean;
}

export function HelpLink({ topic, inNewTab = false }: Props) {
  const { t, i18n } = useLingui();
  const { role } = useSession().person;
  if (!isTopicOf(topic, role)) return null;
  const question = i18n._(QUESTIONS[topic]);
  return (
    <Link
      className={`button quiet ${css.link}`}
      to={paths.help(topic)}
      target={inNewTab ? '_blank' : undefined}
      aria-label={inNewTab ? t`Ayuda, en otra pestaña: ${question}` : t`Ayuda: ${question}`}
      data-hint={question}
      data-print="hidden"
    >
      <span aria-hidden="true">?</span>
    </Link>
  );
}
