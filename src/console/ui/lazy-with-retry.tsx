import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { isChunkFailure } from '#console/api/failure.ts';
import { loadCode } from '#console/api/load-code.ts';
import { FailureNotice } from './FailureNotice.tsx';
import { SlowNotice } from './SlowNotice.tsx';
import css from './notices.module.css';

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
    const pending = fallback ? fallback(props) : <SlowNotice />;
    return (
      <CodeBoundary Failed={LoadFailure} onRetry={() => setContent(createContent)}>
        <Suspense fallback={pending && positioned(pending)}>
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

interface FailedProps {
  error: Error;
  onRetry: () => void;
}

interface Props {
  Failed: ComponentType<FailedProps>;
  onRetry: () => void;
  children: ReactNode;
}

interface State {
  error: unknown;
}

class CodeBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    const { Failed, onRetry, children } = this.props;
    if (error === undefined) return children;
    if (!isChunkFailure(error)) throw error;
    const retry = () => {
      onRetry();
      this.setState({ error: undefined });
    };
    return <Failed error={error} onRetry={retry} />;
  }
}
