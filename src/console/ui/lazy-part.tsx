import { type ComponentType, type ReactNode, Suspense, lazy, useState } from 'react';
import { loadCode } from '#console/api/load-code.ts';
import { CodeBoundary, type FailedProps } from './CodeBoundary.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import css from './notices.module.css';
import { SlowNotice } from './SlowNotice.tsx';

interface Lazy<Props> {
  Page: ComponentType<Props>;
  /** Never rejects: a failure is shown where the page is rendered. */
  preload: () => Promise<void>;
}

interface Options<Props> {
  /** Shown while the code is on its way. */
  fallback?: (props: Props) => ReactNode;
  /** The part has no place of its own in the layout: notices about it float over the page. */
  floats?: boolean;
}

/**
 * A part of a page whose code comes later: the rest does not fall with it. Once `preload` has ended it renders at once:
 * `React.lazy` would suspend even then, and React holds back what was suspended for 300 ms. A failure stays until the
 * person retries or the part is mounted anew.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { floats = false, fallback }: Options<Props> = {},
): Lazy<Props> {
  const placed = (notice: ReactNode) => (floats ? <div className={css.floating}>{notice}</div> : notice);
  const Failed = ({ error, onRetry }: FailedProps) =>
    placed(<FailureNotice error={error} onRetry={onRetry} />);
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () =>
    (loading ??= loadCode(load)
      .then((component) => (loaded = component))
      .finally(() => (loading = undefined)));
  const begin = () => ({ Content: loaded ?? lazy(async () => ({ default: await loadOnce() })) });
  const Page = (props: Props) => {
    const [{ Content }, setContent] = useState(begin);
    return (
      <CodeBoundary Failed={Failed} onRetry={() => setContent(begin)}>
        <Suspense fallback={fallback ? fallback(props) : placed(<SlowNotice />)}>
          {/* oxlint-disable-next-line react/jsx-props-no-spreading -- it stands for the page it loads */}
          <Content {...props} />
        </Suspense>
      </CodeBoundary>
    );
  };
  const preload = async () => {
    if (!loaded) await loadOnce().catch(() => {});
  };
  return { Page, preload };
}
