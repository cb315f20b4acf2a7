import { useLingui } from '@lingui/react/macro';
import css from './notices.module.css';
import { useElapsed } from './use-elapsed.ts';
import { useOnline } from './use-online.ts';

export function SlowNotice() {
  const { t } = useLingui();
  const isSlow = useElapsed();
  const isOnline = useOnline();
  return (
    <output className={css.slow} data-slow={isSlow || !isOnline}>
      {isOnline
        ? isSlow && t`Tarda más de lo normal; seguimos esperando la respuesta.`
        : t`Sin conexión a internet. Seguimos intentando.`}
    </output>
  );
}
