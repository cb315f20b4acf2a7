import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Finding } from '#contract/desk/findings.ts';
import { AlertRegion } from '#console/ui/AlertRegion.tsx';
import { FailureText } from '#console/ui/FailureText.tsx';
import { BACKGROUND } from '#console/api/query-client.ts';
import { useSession } from '#console/session/session.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { decideFinding, findingsQuery } from './connection-queries.ts';

export function IndexFindings({ refetchIntervalMs }: { refetchIntervalMs: number }) {
  const { data } = useQuery({ ...findingsQuery(), refetchInterval: refetchIntervalMs, meta: BACKGROUND });
  useConfirmDialogPreload();
  return data?.findings.map((finding) => (
    <FindingAlert key={`${finding.kind} ${finding.adminMail}`} finding={finding} />
  ));
}

function FindingAlert({ finding }: { finding: Finding }) {
  const { may } = useSession();
  const [isConfirming, setIsConfirming] = useState(false);
  const decide = useMutation({
    ...decideFinding,
    onSettled: () => setIsConfirming(false),
  });
  const { what, advice, accept, consequence } = useTexts(finding);
  const { decision } = finding;
  return (
    <AlertRegion severity={decision === null ? 'warning' : 'info'} title={what}>
      <Stack spacing={1}>
        <span>{advice}</span>
        <Typography variant="body2" color="textSecondary">
          <Trans>
            Desde <Moment at={finding.foundAt} />.
          </Trans>{' '}
          <Decision finding={finding} />
        </Typography>
        {may.includes('decideFinding') && decision !== 'accept' && (
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Button size="small" variant="outlined" color="warning" onClick={() => setIsConfirming(true)}>
              {accept}
            </Button>
            {decision === null && (
              <Button
                size="small"
                loading={decide.isPending}
                onClick={() => decide.mutate({ finding, decision: 'wait' })}
              >
                <Trans>Seguir esperando</Trans>
              </Button>
            )}
          </Stack>
        )}
        {decide.error && <FailureText error={decide.error} />}
      </Stack>
      {isConfirming && (
        <ConfirmDialog
          title={what}
          action={accept}
          dangerous
          pending={decide.isPending}
          failure={null}
          onConfirm={() => decide.mutate({ finding, decision: 'accept' })}
          onClose={() => setIsConfirming(false)}
        >
          {consequence}
        </ConfirmDialog>
      )}
    </AlertRegion>
  );
}

interface FindingTexts {
  what: string;
  advice: string;
  accept: string;
  consequence: string;
}

function useTexts({ kind, adminMail, name, missing, total }: Finding): FindingTexts {
  const { t } = useLingui();
  const format = useFormats();
  const [missed, all] = [format.number(missing), format.number(total)];
  const agency = name ?? adminMail ?? '';
  const wait = t`Se conserva todo. Si el servicio perdió datos o volvió a una copia vieja, esperá: cuando los tenga otra vez, este aviso se va solo.`;
  const accept = t`Aceptar que falten`;
  switch (kind) {
    case 'inquiries':
      return {
        what: t`El servicio ya no tiene ${missed} de ${all} consultas de ${agency}`,
        advice: wait,
        accept,
        consequence: t`Se le preguntan otra vez una por una. Las que no tenga dejan de verse, y en una semana se borran.`,
      };
    case 'agencies':
      return {
        what: t`El servicio ya no lista ${missed} de ${all} agencias`,
        advice: wait,
        accept,
        consequence: t`Las que tampoco estén en la próxima lista dejan de verse con sus consultas, y en una semana se borran.`,
      };
    case 'clock':
      return {
        what: t`Nada confirma la hora de este servidor`,
        advice: t`A esa hora habría que borrar ${missed} consultas o más, de ${all}; no se borra ninguna. Revisá la hora del servidor.`,
        accept: t`La hora es correcta`,
        consequence: t`Se borra lo que a esta hora ya venció.`,
      };
    default:
      return kind satisfies never;
  }
}

function Decision({ finding: { decision, decidedBy, decidedAt } }: { finding: Finding }) {
  if (decision === null || decidedAt === null) return null;
  const name = decidedBy ?? '—';
  const moment = <Moment at={decidedAt} />;
  return decision === 'wait' ? (
    <Trans>
      {name} decidió esperar, {moment}.
    </Trans>
  ) : (
    <Trans>
      {name} lo aceptó, {moment}. Se verifica una vez más.
    </Trans>
  );
}
