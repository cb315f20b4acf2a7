import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { CheckState } from '#contract/desk/doctor.ts';
import { useSession } from '#console/session/session.ts';
import { FailureText } from '#console/ui/FailureText.tsx';
import { IconAction } from '#console/ui/IconAction.tsx';
import { RefreshIcon } from '#console/ui/icons.tsx';
import { runCheck } from './doctor-queries.ts';
import { useText } from './use-text.ts';

export function RunCheckButton({ check }: { check: CheckState }) {
  const { t } = useLingui();
  const { may } = useSession();
  const run = useMutation(runCheck);
  const title = useText()(check.title);
  if (!may.includes('runCheck')) return null;
  return (
    <>
      <IconAction
        label={t`Revisar ahora: ${title}`}
        loading={run.isPending || check.isDue}
        onClick={() => run.mutate(check)}
      >
        <RefreshIcon />
      </IconAction>
      {run.error && <FailureText error={run.error} />}
    </>
  );
}
