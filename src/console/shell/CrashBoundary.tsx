import { Component, type ReactNode } from 'react';
import { FailurePanel } from './FailurePanel.tsx';

interface Props {
  /** Where the person is: a crash is left behind by going elsewhere. */
  at?: string;
  children: ReactNode;
}

/** Keeps a crash inside what it stands around; the rest of the page goes on. */
export class CrashBoundary extends Component<Props, { error: Error | undefined }> {
  override state = { error: undefined as Error | undefined };

  static getDerivedStateFromError(thrown: unknown) {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidUpdate({ at }: Props) {
    if (this.state.error && at !== this.props.at) this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <FailurePanel error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
