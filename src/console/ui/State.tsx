import type { ReactNode } from 'react';
import css from './State.module.css';

/** How good a state is; what waits and what is neither have a hollow dot. */
export type Tone = 'good' | 'waiting' | 'caution' | 'bad' | 'none';

/** A state in words, with a dot that says it at a glance. */
export function State({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={css.state} data-tone={tone}>
      {children}
    </span>
  );
}
