import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import css from './FollowUpSection.module.css';

interface Props {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

export function InlinePanel({ label, onClose, children }: Props) {
  const panel = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    const element = panel.current;
    element?.querySelector<HTMLElement>('button, select, input, textarea')?.focus();
    return () => {
      const isFocusLost =
        document.activeElement === document.body || element?.contains(document.activeElement);
      if (isFocusLost && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  return (
    // `data-choice` hides the undo notice on phones.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape bubbles from its controls
    <fieldset className={css.panel} aria-label={label} ref={panel} data-choice="" onKeyDown={onKeyDown}>
      {children}
    </fieldset>
  );
}
