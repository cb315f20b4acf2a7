import { Trans, useLingui } from '@lingui/react/macro';
import type { AgenciaEdit } from '#contract/agencies.ts';
import { ComparedTable } from '#console/ui/ComparedTable.tsx';
import { Value } from '#console/ui/Facts.tsx';
import parts from '#console/ui/parts.module.css';
import { EDITABLE } from './agency-form.ts';
import { useAgenciesText } from './agencies-text.ts';

/** What would be sent, and what stands there now. */
export function ChangesPreview({ changes, former }: { changes: AgenciaEdit; former: AgenciaEdit }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  const changed = EDITABLE.filter((name) => name in changes);
  if (changed.length === 0) return null;
  const after = (value: string | null | undefined) =>
    value === null ? (
      <em>
        <Trans>se borra</Trans>
      </em>
    ) : (
      <Value value={value} />
    );
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className={parts.small}>
        <Trans>Lo que va a cambiar</Trans>
      </h2>
      <ComparedTable
        heads={[t`Dato`, t`Ahora`, t`Después`]}
        rows={changed.map((name) => ({
          name: text.field[name],
          sides: [<Value key="now" value={former[name] ?? null} />, after(changes[name])],
        }))}
      />
    </section>
  );
}
