import { Trans } from '@lingui/react/macro';
import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import parts from '#console/ui/parts.module.css';
import { StatusChip } from '#console/ui/StatusChip.tsx';

/** Of a suspended topic: that nobody suspended it from here, where that is so. */
export function Suspension({ known }: { known: WebhookDesk }) {
  if (known.lastActive !== true) return null;
  return (
    <>
      <StatusChip tone="bad">
        <Trans>No se suspendió desde acá</Trans>
      </StatusChip>
      <span className={parts.small}>
        <Trans>
          El servicio suspende un tema cuando su callback no responde por días, o dice que ya no está.
        </Trans>
      </span>
    </>
  );
}
