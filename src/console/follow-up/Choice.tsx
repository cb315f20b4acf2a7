import { type ReactNode, useEffect, useRef } from 'react';
import css from './FollowUpSection.module.css';

interface Props {
  label: string;
  /** Escape, too. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A few things to choose from, opened in place. The first control has the focus; closing gives it back. On a phone no
 * notice lies over them.
 */
export function Choice({ label, onClose, children }: Props) {
  const choice = useRef<HTMLFieldSetElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const opener = document.activeElement;
    const element = choice.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close.current();
    };
    element?.addEventListener('keydown', onKey);
    element?.querySelector<HTMLElement>('button, select, input')?.focus();
    return () => {
      element?.removeEventListener('keydown', onKey);
      // What closes it with the focus elsewhere keeps it there.
      const lost = document.activeElement === document.body || element?.contains(document.activeElement);
      if (lost && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <fieldset className={css.choice} aria-label={label} ref={choice} data-choice="">
      {children}
    </fieldset>
  );
}
