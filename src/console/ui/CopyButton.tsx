import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Icon } from './icons.tsx';

interface Props {
  text: string;
  label: string;
  children?: ReactNode;
}

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
  const message =
    outcome === 'copied' ? t`Copiado` : outcome === 'failed' ? t`El navegador no dejó copiar` : undefined;
  return (
    <button
      type="button"
      className={children ? 'button' : 'button quiet'}
      aria-label={message ? `${message}: ${text}` : label}
      data-hint={message}
      style={{ flex: 'none', color: COLORS[outcome ?? 'ready'] }}
      onClick={() => void copy()}
      onBlur={() => setOutcome(undefined)}
    >
      <Icon>
        <path d={SHAPES[outcome ?? 'ready']} />
      </Icon>
      {children}
    </button>
  );
}

const COLORS = {
  ready: undefined,
  copied: 'var(--mui-palette-success-main)',
  failed: 'var(--danger)',
};

const SHAPES = {
  ready: 'M9 9h11v11H9zM5 15H4V4h11v1',
  copied: 'M5 12l5 5 9-10',
  failed: 'M6 6l12 12M18 6L6 18',
};
