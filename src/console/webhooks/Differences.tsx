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
        <Trans>El servicio lo aceptó, pero lee otra cosa que la que se le mandó:</Trans>
      </p>
      <ComparedTable
        heads={[t`Dato`, t`Se mandó`, t`Quedó`]}
        rows={differing.map(({ member, written, read }) => ({
          name: text.member[member],
          sides: [<Value key="written" value={written} />, <Value key="read" value={read} />],
        }))}
      />
    </div>
  );
}
