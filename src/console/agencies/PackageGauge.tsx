import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './agencies.module.css';
import type { Use } from './package.ts';

/** How much of something is used, as a number and as a bar; colour is never alone. */
export function PackageGauge({ of, label }: { of: Use; label: string }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { level } = of;
  const used = format.number(of.used);
  const contracted = format.number(of.contracted);
  const share = of.contracted > 0 ? Math.min(of.used / of.contracted, 1) : 0;
  return (
    <div className={css.gauge} data-level={level}>
      <span>
        <Trans>
          {used} de {contracted}
        </Trans>
        {level === 'ending' && (
          <>
            {' · '}
            <Trans>queda poco</Trans>
          </>
        )}
        {level === 'over' && (
          <>
            {' · '}
            <Trans>sin lugar</Trans>
          </>
        )}
      </span>
      {/* Chromium fills only half of the height of a <meter> without its own look. */}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
        role="meter"
        className={css.meter}
        style={{ '--used': `${share * 100}%` } as CSSProperties}
        aria-label={label}
        aria-valuetext={t`${used} de ${contracted} publicaciones usadas`}
        aria-valuemin={0}
        aria-valuemax={of.contracted}
        aria-valuenow={Math.min(of.used, of.contracted)}
      />
    </div>
  );
}
