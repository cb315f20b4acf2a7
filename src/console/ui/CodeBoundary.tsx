import { Component, type ComponentType, type ReactNode } from 'react';
import { isChunkFailure } from '#console/api/failure.ts';

export interface FailedProps {
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

export class CodeBoundary extends Component<Props, State> {
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
