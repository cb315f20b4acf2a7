import { Trans, useLingui } from '@lingui/react/macro';
import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { MINUTE_MS } from '#contract/durations.ts';
import { sessionQuery, useSession } from '#console/session/session.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { whenIdle } from '#console/ui/scheduling.ts';
import css from './OfflineReading.module.css';
import { useOfflineReading } from './offline-setting.ts';
import { useIsOffline, watchAnswers } from './offline-state.ts';
import { recordQueries } from './record-queries.ts';
import { isDated } from './stored-queries.ts';

export function OfflineReading() {
  const session = useSession();
  const { dataUpdatedAt } = useQuery({ ...sessionQuery(), enabled: false });
  const [isOn] = useOfflineReading(session.person.id);
  const isOffline = useIsOffline();
  useEffect(watchAnswers, []);
  useEffect(() => {
    if (!isOn || !('caches' in globalThis)) return undefined;
    return recordQueries(session, dataUpdatedAt + session.endsAtLatestInMs);
  }, [isOn, session, dataUpdatedAt]);
  useEffect(() => whenIdle(registerServiceWorker), []);
  return isOffline && <OfflineBanner />;
}

function registerServiceWorker(): void {
  if (!import.meta.env.PROD) return;
  navigator.serviceWorker?.register('/sw.js').catch(() => {});
}

function OfflineBanner() {
  const { t } = useLingui();
  const format = useFormats();
  const now = useNow();
  const oldest = useOldestUpdate();
  const age = oldest && now - oldest >= MINUTE_MS ? format.age(oldest, now) : t`hace menos de un minuto`;
  return (
    <div className={css.banner} data-banner data-print="hidden">
      <span>
        {/* Screen readers would read the age whenever it changes. */}
        <output>{t`Sin conexión.`}</output> {oldest && <Trans>Datos de {age}.</Trans>}
      </span>
      <span className={css.advice}>
        <Trans>
          Lo que cambies en una consulta se envía cuando vuelva; los demás botones necesitan conexión.
        </Trans>
      </span>
    </div>
  );
}

function useOldestUpdate(): number | undefined {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  );
  return useSyncExternalStore(subscribe, () => {
    const times = cache
      .findAll({
        type: 'active',
        predicate: ({ queryKey, state }) => isDated(queryKey) && state.data !== undefined,
      })
      .map(({ state }) => state.dataUpdatedAt);
    return times.length > 0 ? Math.min(...times) : undefined;
  });
}
