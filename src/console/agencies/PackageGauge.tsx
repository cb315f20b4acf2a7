import { Trans, useLingui } from '@lingui/react/macro';
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
      <meter
        className={css.meter}
        aria-label={label}
        aria-valuetext={t`${used} de ${contracted} publicaciones usadas`}
        min={0}
        max={of.contracted}
        value={Math.min(of.used, of.contracted)}
      />
    </div>
  );
}
