import { Component, type ReactNode } from 'react';
import { FailurePanel } from './FailurePanel.tsx';

interface Props {
  /** Where the person is: a crash is left behind by going elsewhere. */
  at?: string;
  children: ReactNode;
}

interface State {
  error: Error | undefined;
  at: string | undefined;
}

/** Keeps a crash inside what it stands around; the rest of the page goes on. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: undefined, at: this.props.at };

  static getDerivedStateFromError(thrown: unknown): Partial<State> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { error: undefined, at };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <FailurePanel error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
