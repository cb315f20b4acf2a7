import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type HelpTopic, isTopicOf } from '#console/help-topics.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { MOD_LABEL } from '#console/ui/keyboard-shortcuts.ts';
import { HELP_ANSWERS } from './answers.ts';
import { QUESTIONS } from './questions.ts';

function HelpPage() {
  const { t, i18n } = useLingui();
  const { role } = useSession().person;
  const location = useLocation();
  const { hash } = location;
  const answers = useRef<HTMLDivElement>(null);
  const sections = SECTIONS.map(({ title, topics }) => ({
    title,
    topics: topics.filter((topic) => isTopicOf(topic, role)),
  })).filter(({ topics }) => topics.length > 0);
  useEffect(() => {
    const answer = location.hash && document.getElementById(location.hash.slice(1));
    if (!answer || !answers.current?.contains(answer)) return;
    answer.scrollIntoView();
    answer.focus({ preventScroll: true });
  }, [location]);
  return (
    <Page title={t`Ayuda`}>
      <Typography color="textSecondary">
        <Trans>Respuestas cortas a lo que más se pregunta. También se encuentran con {MOD_LABEL} K.</Trans>
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 2fr)' },
          alignItems: 'start',
          gap: 2,
        }}
      >
        <Box
          component="nav"
          aria-label={t`Preguntas`}
          sx={{
            position: { lg: 'sticky' },
            top: 16,
            maxHeight: { lg: 'calc(100dvh - 120px)' },
            pb: { lg: 4 },
            overflowY: 'auto',
            maskImage: { lg: 'linear-gradient(#000 calc(100% - 40px), transparent)' },
          }}
        >
          <Stack component="ul" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {sections.flatMap(({ topics }) =>
              topics.map((topic) => (
                <li key={topic}>
                  <MuiLink component={Link} to={paths.help(topic)} underline="hover">
                    {i18n._(QUESTIONS[topic])}
                  </MuiLink>
                </li>
              )),
            )}
          </Stack>
        </Box>
        <Stack ref={answers} spacing={2}>
          {sections.map(({ title, topics }) => (
            <Section key={topics[0]} title={i18n._(title)}>
              {topics.map((topic) => (
                <AnswerText key={topic} topic={topic} isCurrent={hash === `#${topic}`} />
              ))}
            </Section>
          ))}
        </Stack>
      </Box>
    </Page>
  );
}

function AnswerText({ topic, isCurrent }: { topic: HelpTopic; isCurrent: boolean }) {
  const { i18n } = useLingui();
  const { may } = useSession();
  const { paragraphs, links = [] } = HELP_ANSWERS[topic];
  const questionId = `${topic}-question`;
  return (
    <Box
      component="article"
      id={topic}
      tabIndex={-1}
      aria-labelledby={questionId}
      aria-current={isCurrent || undefined}
      sx={{
        scrollMarginTop: 16,
        pl: 2,
        borderLeft: 3,
        borderColor: isCurrent ? 'primary.main' : 'transparent',
      }}
    >
      <Typography id={questionId} variant="h3" sx={{ mb: 0.5 }}>
        {i18n._(QUESTIONS[topic])}
      </Typography>
      <Stack spacing={1}>
        {paragraphs.map((paragraph) => (
          <Typography key={paragraph.id}>{i18n._(paragraph)}</Typography>
        ))}
        {links
          .filter(({ needs }) => !needs || may.includes(needs))
          .map(({ to, label }) => (
            <MuiLink key={to} component={Link} to={to} sx={{ alignSelf: 'start' }}>
              {i18n._(label)}
            </MuiLink>
          ))}
      </Stack>
    </Box>
  );
}

export { HelpPage as Component };

interface HelpSection {
  title: MessageDescriptor;
  topics: readonly HelpTopic[];
}

export const SECTIONS: readonly HelpSection[] = [
  { title: msg`La bandeja`, topics: ['views', 'freshness', 'clock', 'late', 'missing'] },
  {
    title: msg`Seguimiento`,
    topics: ['touch', 'status', 'claim', 'snooze', 'undo', 'conflict', 'offline', 'bulk'],
  },
  { title: msg`Cifras y archivos`, topics: ['figures', 'notifications', 'export'] },
  {
    title: msg`Agencias y avisos`,
    topics: [
      'invitation',
      'disassociation',
      'suspension',
      'arrival',
      'balance',
      'resend',
      'matching',
      'comparisons',
      'import',
    ],
  },
  {
    title: msg`Personas y datos`,
    topics: ['visibility', 'people', 'audit', 'retention', 'erasure', 'session'],
  },
];
