import { useLingui } from '@lingui/react/macro';
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { isBackground } from '#console/api/query-client.ts';
import { useElapsed } from '#console/ui/use-elapsed.ts';
import css from './App.module.css';

export function SlowCallNotice() {
  const { t } = useLingui();
  const isReading = useElapsed(useIsFetching({ type: 'active' }) > 0);
  const isWriting = useElapsed(useIsMutating({ predicate: ({ meta }) => !isBackground(meta) }) > 0);
  return (
    <output className={css.slow}>
      {isWriting
        ? t`Todavía sin confirmar: esperando la respuesta de Vitrina.`
        : isReading && t`Esperando la respuesta de Vitrina. Lo que ves puede haber cambiado.`}
    </output>
  );
}
