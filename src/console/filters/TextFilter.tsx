import css from './filters.module.css';
import { onCommit } from './on-commit.ts';

interface Props {
  label: string;
  value: string | undefined;
  longest: number;
  onChange: (text: string) => void;
}

/** A text that is asked of the gateway once it is typed. */
export function TextFilter({ label, value = '', longest, onChange }: Props) {
  return (
    <label className={`field ${css.wide}`}>
      {label}
      <input
        // Another address fills it anew.
        key={value}
        type="search"
        maxLength={longest}
        defaultValue={value}
        {...onCommit((text) => text !== value && onChange(text))}
      />
    </label>
  );
}
