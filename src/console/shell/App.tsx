import { useLingui } from '@lingui/react/macro';
import { Outlet, useNavigation, useRevalidator, useRouteError } from 'react-router';
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { isBackground } from '#console/api/query-client.ts';
import { FailurePanel } from '#console/ui/FailurePanel.tsx';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import notices from '#console/ui/notices.module.css';
import { useElapsed } from '#console/ui/use-elapsed.ts';
import css from './App.module.css';
import { ShortcutNotice } from './ShortcutNotice.tsx';

export function App() {
  return (
    <>
      <NavigationProgress />
      <SlowCallNotice />
      <ShortcutNotice />
      <Outlet />
    </>
  );
}

function NavigationProgress() {
  const { t } = useLingui();
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <>
      <progress className={css.progress} aria-label={t`Cargando`} />
      <div className={notices.floating}>
        <SlowNotice />
      </div>
    </>
  );
}

function SlowCallNotice() {
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

export function PageFailure() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  return (
    <FailurePanel
      heading="h1"
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={() => void revalidate()}
    />
  );
}
