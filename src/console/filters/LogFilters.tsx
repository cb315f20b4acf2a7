import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { dayAt } from '#contract/window.ts';
import { Failure } from '#console/api/failure.ts';
import { useSession } from '#console/session/session.ts';
import { CloseIcon, FilterIcon } from '#console/ui/icons.tsx';
import { resolveDay } from '#contract/relative-days.ts';
import { useNow } from '#console/ui/use-formats.ts';
import css from './filters.module.css';
import type { LogAddress } from './log-address.ts';
import { onCommit } from './on-commit.ts';
import { Unreadable } from './Unreadable.tsx';

interface Props {
  label: string;
  address: LogAddress;
  /** Why it was not answered: the days that were refused are marked. */
  failure: Error | null;
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void;
  onClear: () => void;
  /** The filters that this log has besides. */
  children: ReactNode;
}

/** The filters of a log: a period, and its own; on a phone they fold. Each writes the address, and the address fills them. */
export function LogFilters({ label, address, failure, onChange, onClear, children }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const [unfolded, setUnfolded] = useState(false);
  const now = useNow();
  const today = () => dayAt(now, timeZone);
  const { asked, unreadable } = address;
  const refused = failure instanceof Failure ? failure.errors : {};
  const presets = [
    { label: t`Hoy`, from: 'hoy' },
    { label: t`7 días`, from: '-7d' },
    { label: t`30 días`, from: '-30d' },
  ];
  const days = [
    { name: 'from', label: t`Desde` },
    { name: 'to', label: t`Hasta` },
  ] as const;
  const set = Object.keys(asked).filter((name) => name !== 'before').length;
  return (
    <search
      className={`${css.bar} ${css.log}`}
      aria-label={label}
      data-unfolded={unfolded || Object.keys(refused).length > 0}
    >
      <button
        type="button"
        className={`button ${css.unfold}`}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        <FilterIcon /> {set > 0 ? <Trans>Filtros ({set})</Trans> : <Trans>Filtros</Trans>}
      </button>
      <fieldset className={css.presets} aria-label={t`Período`}>
        {presets.map(({ label: named, from }) => (
          <button
            key={from}
            type="button"
            className="button"
            aria-pressed={asked.from === from && !asked.to}
            onClick={() => onChange({ from, to: undefined })}
          >
            {named}
          </button>
        ))}
        {/* Keeps its place when there is nothing to clear, so that nothing moves. */}
        <button
          type="button"
          className={`button quiet ${css.clear}`}
          disabled={set === 0}
          aria-label={t`Limpiar`}
          title={t`Limpiar`}
          onClick={onClear}
        >
          <CloseIcon />
        </button>
      </fieldset>
      {days.map(({ name, label: named }) => (
        <DayFilter
          key={name}
          label={named}
          value={resolveDay(asked[name] ?? '', today)}
          latest={today()}
          refused={Boolean(refused[name])}
          onChange={(day) => onChange({ [name]: day })}
        />
      ))}
      {children}
      <Unreadable parameters={unreadable} />
    </search>
  );
}

interface DayProps {
  label: string;
  value: string;
  latest: string;
  refused: boolean;
  onChange: (day: string) => void;
}

function DayFilter({ label, value, latest, refused, onChange }: DayProps) {
  return (
    <label className="field">
      {label}
      <input
        // Another address fills it anew.
        key={value}
        type="date"
        max={latest}
        defaultValue={value}
        aria-invalid={refused}
        {...onCommit((day) => day !== value && onChange(day))}
      />
    </label>
  );
}
