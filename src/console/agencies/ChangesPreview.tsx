import { Trans } from '@lingui/react/macro';
import type { AgenciaEdit } from '#contract/agencies.ts';
import { Value } from '#console/ui/Facts.tsx';
import css from './agencies.module.css';
import { EDITABLE } from './agency-form.ts';
import { useAgenciesText } from './agencies-text.ts';

/** What would be sent, and what stands there now. */
export function ChangesPreview({ changes, former }: { changes: AgenciaEdit; former: AgenciaEdit }) {
  const text = useAgenciesText();
  const changed = EDITABLE.filter((name) => name in changes);
  if (changed.length === 0) return null;
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className={css.small}>
        <Trans>Lo que va a cambiar</Trans>
      </h2>
      <table className={css.changes}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Dato</Trans>
            </th>
            <th scope="col">
              <Trans>Ahora</Trans>
            </th>
            <th scope="col">
              <Trans>Después</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {changed.map((name) => (
            <tr key={name}>
              <th scope="row">{text.field[name]}</th>
              <td>
                <Value value={former[name] ?? null} />
              </td>
              <td>
                {changes[name] === null ? (
                  <em>
                    <Trans>se borra</Trans>
                  </em>
                ) : (
                  <Value value={changes[name]} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
