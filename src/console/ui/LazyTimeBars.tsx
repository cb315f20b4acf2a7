import Skeleton from '@mui/material/Skeleton';
import { lazyWithRetry } from './lazy-with-retry.tsx';

export const LazyTimeBars = lazyWithRetry(() => import('./TimeBars.tsx').then((module) => module.TimeBars), {
  fallback: ({ height }) => <Skeleton variant="rounded" height={height} />,
});
