import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useRef, useState } from 'react';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import parts from '#console/ui/parts.module.css';
import css from './delivery.module.css';
import { cutAt, readable } from './payload.ts';

/** A payload to be read, searched and copied. */
export function PayloadView({ payload }: { payload: string }) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const view = useRef<HTMLElement>(null);
  const pieces = cutAt(readable(payload), wanted.trim());
  const count = (pieces.length - 1) / 2;
  // Enter goes from one place to the next, and round.
  const walk = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || count === 0) return;
    const next = (at + (event.shiftKey ? count - 1 : 1)) % count;
    setAt(next);
    view.current?.querySelectorAll('mark')[next]?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <div className={css.tools}>
        <label className="field">
          {t`Buscar en el contenido`}
          <input
            type="search"
            value={wanted}
            onChange={({ target }) => {
              setWanted(target.value);
              setAt(0);
            }}
            onKeyDown={walk}
          />
        </label>
        <output className={parts.soft}>
          {wanted.trim() && t`${plural(count, { one: '# vez', other: '# veces' })}`}
        </output>
        <CopyButton text={payload} label={t`Copiar el contenido como llegó`}>
          <Trans>Copiar</Trans>
        </CopyButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <section ref={view} className={css.payload} tabIndex={0} aria-label={t`Texto del contenido`}>
        <pre>
          {pieces.map((piece, index) =>
            index % 2 === 1 ? (
              // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity than their place
              <mark key={index} data-present={(index - 1) / 2 === at}>
                {piece}
              </mark>
            ) : (
              piece
            ),
          )}
        </pre>
      </section>
    </>
  );
}
