import { useLingui } from '@lingui/react/macro';
import { lookUp } from '#contract/look-up.ts';
import { MOD_LABEL } from '#console/ui/keyboard-shortcuts.ts';
import css from './KeySequence.module.css';

export function KeySequence({ keys }: { keys: string }) {
  const { t } = useLingui();
  return keys.split(' ').map((key, index) => (
    <span key={key}>
      {index > 0 && <span className="caption"> {t({ context: 'keys', message: 'y después' })} </span>}
      <kbd className={css.key}>{formatKey(key)}</kbd>
    </span>
  ));
}

const KEY_NAMES = { Escape: 'Esc', Enter: 'Enter', ArrowDown: '↓', ArrowUp: '↑' };

function formatKey(key: string): string {
  if (key.startsWith('Mod+')) return `${MOD_LABEL} ${key.slice('Mod+'.length).toUpperCase()}`;
  const isCapital = key.length === 1 && key !== key.toLowerCase();
  return lookUp(KEY_NAMES, key) ?? (isCapital ? `Shift ${key}` : key);
}
