import { Trans } from '@lingui/react/macro';
import { Value } from '#console/ui/Facts.tsx';
import type { Difference } from './settings.ts';
import css from './webhooks.module.css';
import { useWebhooksText } from './webhooks-text.ts';

/** What was written, and what the service reads back instead. */
export function Differences({ of: differing }: { of: readonly Difference[] }) {
  const text = useWebhooksText();
  return (
    <div role="alert" className={css.differences}>
      <p>
        <Trans>El servicio lo aceptó, pero lee otra cosa que la que se le mandó:</Trans>
      </p>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Dato</Trans>
            </th>
            <th scope="col">
              <Trans>Se mandó</Trans>
            </th>
            <th scope="col">
              <Trans>Quedó</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ member, written, read }) => (
            <tr key={member}>
              <th scope="row">{text.member[member]}</th>
              <td>
                <Value value={written} />
              </td>
              <td>
                <Value value={read} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
