import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#console/paths.ts';
import css from './best-match.module.css';
import { useRegions } from './regions.ts';
import { MATCHED_KINDS, type MatchedKind, type Wanted, wantedSearch } from './best-match.ts';

/** Longest text that the service takes. */
const LONGEST_TEXT = 200;

interface Props {
  wanted: Wanted;
  pending: boolean;
  /** The same value is asked again. */
  onAgain: () => void;
}

export function BestMatchForm({ wanted, pending, onAgain }: Props) {
  const { t } = useLingui();
  const regions = useRegions();
  const navigate = useNavigate();
  const [value, setValue] = useState(wanted.value);
  const [state, setState] = useState(wanted.state);
  const [missing, setMissing] = useState<'value' | 'state'>();
  const form = useRef<HTMLFormElement>(null);
  const kinds: Record<MatchedKind, string> = {
    make: t`Marca`,
    bodystyle: t`Carrocería`,
    city: t`Ciudad`,
    color: t`Color`,
  };

  const choose = (kind: MatchedKind) =>
    void navigate(paths.bestMatch(wantedSearch({ kind, value: '', state: '' })), { replace: true });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = { kind: wanted.kind, value: value.trim(), state: state.trim() };
    const lacks = wanted.kind === 'city' && !typed.state ? 'state' : typed.value ? undefined : 'value';
    setMissing(lacks);
    if (lacks) form.current?.querySelector<HTMLInputElement>(`[name=${lacks}]`)?.focus();
    else if (wantedSearch(typed) === wantedSearch(wanted)) onAgain();
    else void navigate(paths.bestMatch(wantedSearch(typed)));
  };

  return (
    <form ref={form} className={css.form} noValidate onSubmit={onSubmit}>
      <fieldset className={css.kinds}>
        <legend className="visually-hidden">
          <Trans>Qué se busca</Trans>
        </legend>
        {MATCHED_KINDS.map((kind) => (
          <label key={kind} className={css.kind}>
            <input type="radio" name="kind" checked={kind === wanted.kind} onChange={() => choose(kind)} />
            {kinds[kind]}
          </label>
        ))}
      </fieldset>
      {wanted.kind === 'city' && (
        <Input
          name="state"
          label={t`Provincia`}
          hint={t`nombre, id, código ISO o ruta`}
          value={state}
          onChange={setState}
          refused={missing === 'state' ? t`Escribí una provincia.` : undefined}
          list={regions.map(({ name }) => name)}
        />
      )}
      <Input
        name="value"
        label={kinds[wanted.kind]}
        hint={t`como viene en tus datos`}
        value={value}
        onChange={setValue}
        refused={missing === 'value' ? t`Escribí un valor.` : undefined}
      />
      <button type="submit" className="button strong" aria-busy={pending}>
        <Trans>Buscar</Trans>
      </button>
    </form>
  );
}

interface InputProps {
  name: string;
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
  refused: string | undefined;
  list?: string[];
}

function Input({ name, label, hint, value, onChange, refused, list }: InputProps) {
  return (
    <label className="field">
      <span>
        {label} · {hint}
      </span>
      <input
        name={name}
        value={value}
        maxLength={LONGEST_TEXT}
        autoComplete="off"
        spellCheck={false}
        list={list && `${name}-list`}
        aria-invalid={refused !== undefined}
        aria-describedby={refused && `${name}-refused`}
        onChange={({ target }) => onChange(target.value)}
      />
      {list && (
        <datalist id={`${name}-list`}>
          {list.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      )}
      {refused && (
        <span id={`${name}-refused`} className="error">
          {refused}
        </span>
      )}
    </label>
  );
}
