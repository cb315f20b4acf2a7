import { useLingui } from '@lingui/react/macro';
import css from './notices.module.css';
import { useElapsed } from './use-elapsed.ts';

export function SlowNotice() {
  const { t } = useLingui();
  const isSlow = useElapsed();
  return (
    <output className={css.slow} data-slow={isSlow}>
      {isSlow && t`Tarda más de lo normal; seguimos esperando la respuesta.`}
    </output>
  );
}
