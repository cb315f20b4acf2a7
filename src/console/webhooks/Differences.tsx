import { Trans, useLingui } from '@lingui/react/macro';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';
import { Value } from '#console/ui/Facts.tsx';
import type { Difference } from './settings.ts';
import css from './webhooks.module.css';
import { useWebhooksText } from './webhooks-text.ts';

/** What was written, and what the service reads back instead. */
export function Differences({ of: differing }: { of: readonly Difference[] }) {
  const { t } = useLingui();
  const text = useWebhooksText();
  return (
    <div role="alert" className={css.differences}>
      <p>
        <Trans>El servicio lo aceptó, pero devuelve algo distinto de lo que se le envió:</Trans>
      </p>
      <ComparedTable
        heads={[t`Dato`, t`Se envió`, t`Quedó`]}
        rows={differing.map(({ member, written, read }) => ({
          name: text.member[member],
          sides: [<Value key="written" value={written} />, <Value key="read" value={read} />],
        }))}
      />
    </div>
  );
}
