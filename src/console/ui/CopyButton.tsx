import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import css from './CopyButton.module.css';

interface Props {
  text: string;
  /** What is copied, for who cannot see it: "Copiar la ruta". */
  label: string;
  /** What the button shows; an icon alone otherwise. */
  children?: ReactNode;
}

/** Puts a text on the clipboard and says whether it did, until the button is left. */
export function CopyButton({ text, label, children }: Props) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  const says =
    outcome === 'copied' ? t`Copiado` : outcome === 'failed' ? t`El navegador no dejó copiar` : undefined;
  return (
    <button
      type="button"
      className={`button ${children ? '' : 'quiet'} ${css.copy}`}
      aria-label={says ? `${says}: ${text}` : label}
      title={says ?? label}
      data-outcome={outcome}
      onClick={() => void copy()}
      onBlur={() => setOutcome(undefined)}
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={SHAPES[outcome ?? 'ready']} />
      </svg>
      {children}
    </button>
  );
}

const SHAPES = {
  ready: 'M9 9h11v11H9zM5 15H4V4h11v1',
  copied: 'M5 12l5 5 9-10',
  failed: 'M6 6l12 12M18 6L6 18',
};
