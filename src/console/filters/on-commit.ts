import type { FocusEvent, KeyboardEvent } from 'react';

/** What was typed counts on Enter and when the input is left; half a date does not. */
export function onCommit(commit: (text: string) => void) {
  const judge = ({ value, validity }: HTMLInputElement) => {
    if (validity.valid) commit(value.trim());
  };
  return {
    onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => judge(currentTarget),
    onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
      if (key === 'Enter') judge(currentTarget);
    },
  };
}
