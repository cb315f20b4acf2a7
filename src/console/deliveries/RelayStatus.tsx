import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { RelayTarget } from '#contract/desk/relay.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';

export function RelayStatus({ target }: { target: RelayTarget }) {
  const { t } = useLingui();
  const { active, failingSince, waiting, oldestAt } = target;
  return (
    <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
      {active ? (
        <StatusChip tone={failingSince === null ? 'good' : 'bad'}>
          {failingSince === null ? t`Recibe` : t`Falla`}
        </StatusChip>
      ) : (
        <StatusChip tone="none">{t`Apagada`}</StatusChip>
      )}
      <Typography variant="body2" color="textSecondary">
        {oldestAt === null ? (
          <Trans>Nada espera</Trans>
        ) : (
          <>
            {t`${plural(waiting, { one: '# aviso espera', other: '# avisos esperan' })}`},{' '}
            <Trans>
              desde <Moment at={oldestAt} />
            </Trans>
          </>
        )}
      </Typography>
    </Stack>
  );
}
