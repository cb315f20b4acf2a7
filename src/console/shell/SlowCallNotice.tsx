import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { slowCall, subscribeToSlowCalls } from '#console/api/slow-calls.ts';
import css from './SlowCallNotice.module.css';

/** Says of whatever is on screen that an answer is awaited; what stands for a missing part says it itself. */
export function SlowCallNotice() {
  const { t } = useLingui();
  const slow = useSyncExternalStore(subscribeToSlowCalls, slowCall);
  const text = {
    reading: t`Esperando la respuesta de Vitrina. Lo que ves puede haber cambiado.`,
    writing: t`Todavía sin confirmar: esperando la respuesta de Vitrina.`,
  };
  return <output className={css.notice}>{slow && text[slow]}</output>;
}
