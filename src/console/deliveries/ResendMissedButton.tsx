import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { RESEND_DAYS, type ResendMissed } from '#contract/desk/missed.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { missedCountsQuery, resendMissed } from './delivery-queries.ts';

interface Props {
  span: Pick<ResendMissed, 'since' | 'until' | 'agency'>;
  count: number;
}

export function ResendMissedButton({ span, count }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const [id, setId] = useState<string>();
  const resend = useMutation({ ...resendMissed, onSuccess: () => setId(undefined) });
  useConfirmDialogPreload();
  if (count === 0 || !may.includes('resendMissed')) return null;
  return (
    <div>
      <Button
        variant="outlined"
        onClick={() => {
          resend.reset();
          setId(crypto.randomUUID());
        }}
      >
        {t`${plural(count, { one: 'Reenviar la que faltó', other: 'Reenviar las # que faltaron' })}`}
      </Button>{' '}
      <Typography component="output" color="textSecondary">
        {resend.data && (
          <Trans>
            El servicio las está reenviando.{' '}
            <Link component={RouterLink} to={paths.job(resend.data.id)}>
              Ver el proceso
            </Link>
          </Trans>
        )}
      </Typography>
      {id !== undefined && (
        <ResendMissedDialog
          span={span}
          pending={resend.isPending}
          failure={resend.error && <FailureAlert error={resend.error} />}
          onConfirm={(again) => resend.mutate({ id, ...span, again })}
          onClose={() => setId(undefined)}
        />
      )}
    </div>
  );
}

interface DialogProps extends Pick<Props, 'span'> {
  pending: boolean;
  failure: ReactNode;
  onConfirm: (again: boolean) => void;
  onClose: () => void;
}

function ResendMissedDialog({ span, onConfirm, failure, ...dialog }: DialogProps) {
  const { t } = useLingui();
  const format = useFormats();
  const now = useNow();
  const [again, setAgain] = useState(false);
  const { data, error } = useQuery(missedCountsQuery(span));
  const { fresh = 0, resent = 0, old = 0 } = data ?? {};
  const count = fresh + (again ? resent : 0);
  const countText = format.number(count);
  const [first, last] = [span.since, Math.min(span.until, now)].map((at) => format.moment(at));
  return (
    <ConfirmDialog
      {...dialog}
      title={t`¿Reenviar lo que faltó?`}
      action={t`Reenviar ${countText}`}
      failure={failure ?? (error && <FailureAlert error={error} />)}
      canConfirm={count > 0}
      onConfirm={() => onConfirm(again)}
    >
      <div>
        {t`${plural(count, { one: 'El servicio vuelve a avisar de # consulta hecha', other: 'El servicio vuelve a avisar de # consultas hechas' })}`}{' '}
        <Trans>
          entre el {first} y el {last}. Va de a poco, y sigue aunque cierres Vitrina.
        </Trans>
      </div>
      {resent > 0 && (
        <FormControlLabel
          control={<Checkbox checked={again} onChange={(_event, isOn) => setAgain(isOn)} />}
          label={t`${plural(resent, { one: 'También # que ya se reenvió y no llegó', other: 'También # que ya se reenviaron y no llegaron' })}`}
        />
      )}
      {old > 0 && (
        <div>
          {t`${plural(old, { one: '# más no se reenvía', other: '# más no se reenvían' })}`}:{' '}
          <Trans>pasaron {RESEND_DAYS} días.</Trans>
        </div>
      )}
    </ConfirmDialog>
  );
}
