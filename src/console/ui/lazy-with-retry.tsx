import { type ComponentType, type ReactNode, Suspense, lazy, useState } from 'react';
import { loadCode } from '#console/api/load-code.ts';
import { CodeBoundary, type FailedProps } from './CodeBoundary.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import css from './notices.module.css';
import { SlowNotice } from './SlowNotice.tsx';

type LazyComponent<Props> = ComponentType<Props> & {
  /** It never rejects: a failure is shown where the component is rendered. */
  preload: () => Promise<void>;
};

interface Options<Props> {
  fallback?: (props: Props) => ReactNode;
  /** It has no place in the layout: its notices float over the page. */
  floats?: boolean;
}

/** `React.lazy` suspends even if preloaded, and React then shows the content after 300 ms. */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { floats = false, fallback }: Options<Props> = {},
): LazyComponent<Props> {
  const positioned = (notice: ReactNode) => (floats ? <div className={css.floating}>{notice}</div> : notice);
  const LoadFailure = ({ error, onRetry }: FailedProps) =>
    positioned(<FailureNotice error={error} onRetry={onRetry} />);
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () =>
    (loading ??= loadCode(load)
      .then((component) => (loaded = component))
      .finally(() => (loading = undefined)));
  const createContent = () => ({ Content: loaded ?? lazy(async () => ({ default: await loadOnce() })) });
  const Component = (props: Props) => {
    const [{ Content }, setContent] = useState(createContent);
    return (
      <CodeBoundary Failed={LoadFailure} onRetry={() => setContent(createContent)}>
        <Suspense fallback={fallback ? fallback(props) : positioned(<SlowNotice />)}>
          {/* oxlint-disable-next-line react/jsx-props-no-spreading -- it stands for the component it loads */}
          <Content {...props} />
        </Suspense>
      </CodeBoundary>
    );
  };
  const preload = async () => {
    if (!loaded) await loadOnce().catch(() => {});
  };
  return Object.assign(Component, { preload });
}
