import { useLingui } from '@lingui/react/macro';
import { Outlet, useNavigation } from 'react-router';
import notices from '#console/ui/notices.module.css';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import css from './App.module.css';
import { SlowCallNotice } from './SlowCallNotice.tsx';

export function App() {
  return (
    <>
      <NavigationProgress />
      <SlowCallNotice />
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
