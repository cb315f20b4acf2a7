import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CheckState, Remedy } from '#contract/desk/doctor.ts';
import { useSession } from '#console/session/session.ts';
import { AlertRegion } from '#console/ui/AlertRegion.tsx';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { FailureText } from '#console/ui/FailureText.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { unignoreCheck, sendTestMail } from './doctor-queries.ts';
import { IgnoreCheckDialog } from './IgnoreCheckDialog.tsx';
import { RunCheckButton } from './RunCheckButton.tsx';
import { useText } from './use-text.ts';

export function CheckProblem({ check }: { check: CheckState }) {
  const { may } = useSession();
  const text = useText();
  const [isIgnoring, setIsIgnoring] = useState(false);
  const { title, findings, why, remedy, since, checkedAt, ignored } = check;
  const [first = title, ...others] = findings;
  const problem = text(first);
  return (
    <AlertRegion severity={ignored ? 'info' : check.severity} title={problem} headingLevel="h3">
      <Stack spacing={1} useFlexGap>
        {others.length > 0 && (
          <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
            {others.map((finding) => (
              <li key={finding.en}>{text(finding)}</li>
            ))}
          </Box>
        )}
        <Typography>{text(why)}</Typography>
        <CheckRemedy remedy={remedy} />
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <Typography variant="body2" color="textSecondary">
            {since !== null && (
              <Trans>
                Desde <Moment at={since} />.
              </Trans>
            )}{' '}
            {checkedAt !== null && (
              <Trans>
                Última revisión: <Moment at={checkedAt} />.
              </Trans>
            )}
          </Typography>
          <RunCheckButton check={check} />
        </Stack>
        {ignored && <Ignored check={check} ignored={ignored} />}
        {!ignored && may.includes('ignoreCheck') && (
          <Button size="small" sx={{ alignSelf: 'start' }} onClick={() => setIsIgnoring(true)}>
            <Trans>Ignorar…</Trans>
          </Button>
        )}
      </Stack>
      {isIgnoring && (
        <IgnoreCheckDialog check={check} problem={problem} onClose={() => setIsIgnoring(false)} />
      )}
    </AlertRegion>
  );
}

function CheckRemedy({ remedy: { text: sentence, command, page, action } }: { remedy: Remedy }) {
  const { t } = useLingui();
  const { may } = useSession();
  const text = useText();
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{text(sentence)}</Typography>
      {command !== undefined && (
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <Box component="code" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {command}
          </Box>
          <CopyButton text={command} label={t`Copiar el comando`} />
        </Stack>
      )}
      {page && (
        <Button component={Link} to={page.path} variant="outlined" size="small" sx={{ alignSelf: 'start' }}>
          {text(page.label)}
        </Button>
      )}
      {action === 'send-test-mail' && may.includes('sendTestMail') && <TestMailButton />}
    </>
  );
}

export function TestMailButton() {
  const { person } = useSession();
  const send = useMutation(sendTestMail);
  const { mail } = person;
  return (
    <Stack spacing={1} sx={{ alignItems: 'start' }}>
      <Button variant="outlined" size="small" loading={send.isPending} onClick={() => send.mutate()}>
        <Trans>Mandarme un correo de prueba</Trans>
      </Button>
      <Typography component="output" variant="body2">
        {send.isSuccess && (
          <Trans>Sale a {mail}. Si el servidor de correo no lo acepta, se ve acá en unos minutos.</Trans>
        )}
      </Typography>
      {send.error && <FailureText error={send.error} />}
    </Stack>
  );
}

function Ignored({
  check,
  ignored: { reason, by, at, until },
}: {
  check: CheckState;
  ignored: NonNullable<CheckState['ignored']>;
}) {
  const { may } = useSession();
  const unignore = useMutation(unignoreCheck);
  const name = by ?? '—';
  return (
    <>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        <Trans>
          {name} lo ignora desde <Moment at={at} />: «{reason}»
        </Trans>{' '}
        {until !== null && (
          <Trans>
            Hasta <Moment at={until} />.
          </Trans>
        )}
      </Typography>
      {may.includes('unignoreCheck') && (
        <Button
          size="small"
          variant="outlined"
          sx={{ alignSelf: 'start' }}
          loading={unignore.isPending}
          onClick={() => unignore.mutate(check)}
        >
          <Trans>Dejar de ignorarlo</Trans>
        </Button>
      )}
      {unignore.error && <FailureText error={unignore.error} />}
    </>
  );
}
