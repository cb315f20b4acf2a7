import { Trans } from '@lingui/react/macro';
import css from './filters.module.css';
import type { Unreadable as Parameter } from './search.ts';

/** Says what of the address could not be read. */
export function Unreadable({ parameters }: { parameters: readonly Parameter[] }) {
  return parameters.map(({ parameter, value }) => (
    <output key={parameter} className={css.unreadable}>
      <Trans>
        No se entiende «{parameter}={value}» en la dirección; se muestra sin eso.
      </Trans>
    </output>
  ));
}
