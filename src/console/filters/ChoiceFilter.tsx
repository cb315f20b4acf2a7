import css from './filters.module.css';

interface Props {
  label: string;
  /** What no choice is called. */
  all: string;
  value: string | undefined;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  wide?: boolean;
}

/** One of some, or all; a value of the address that is not among them stays to be seen. */
export function ChoiceFilter({ label, all, value = '', choices, onChange, wide = false }: Props) {
  return (
    <label className={wide ? `field ${css.wide}` : 'field'}>
      {label}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{all}</option>
        {value && !choices.some((choice) => choice.value === value) && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}
