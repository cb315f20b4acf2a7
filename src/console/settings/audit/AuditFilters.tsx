import { Trans, useLingui } from '@lingui/react/macro';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AUDIT_OUTCOMES } from '#contract/desk/audit.ts';
import { dayAt } from '#contract/window.ts';
import { Failure } from '#console/api/failure.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { CloseIcon, FilterIcon } from '#console/shell/icons.tsx';
import { resolveDay } from '#console/ui/days.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { changeAuditSearch, readAuditAddress } from './address.ts';
import css from './audit.module.css';
import { useAuditText } from './audit-text.ts';

/** Each writes the address, and the address fills them. */
export function AuditFilters({ failure }: { failure: Error | null }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const text = useAuditText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [unfolded, setUnfolded] = useState(false);
  const { asked, unreadable } = readAuditAddress(search);
  const now = useNow();
  const today = () => dayAt(now, timeZone);
  const refused = failure instanceof Failure ? failure.errors : {};
  const change = (values: Parameters<typeof changeAuditSearch>[1]) =>
    void navigate(paths.audit(changeAuditSearch(search, values)));
  const actions = text.actions();
  const presets = [
    { label: t`Hoy`, from: 'hoy' },
    { label: t`7 días`, from: '-7d' },
    { label: t`30 días`, from: '-30d' },
  ];
  const dates = [
    { name: 'from', label: t`Desde` },
    { name: 'to', label: t`Hasta` },
  ] as const;
  const texts = [
    { name: 'person', label: t`Correo de la persona` },
    { name: 'agency', label: t`Agencia` },
  ] as const;
  const apply =
    (name: 'person' | 'agency' | 'from' | 'to') =>
    ({ currentTarget }: FocusEvent<HTMLInputElement> | KeyboardEvent<HTMLInputElement>) => {
      const { value, validity } = currentTarget;
      const shown = asked[name] ?? '';
      if (validity.valid && value.trim() !== (DAYS.has(name) ? resolveDay(shown, today) : shown))
        change({ [name]: value.trim() });
    };
  const set = Object.keys(asked).filter((name) => name !== 'before').length;

  return (
    <search
      className={css.filters}
      aria-label={t`Filtros de la auditoría`}
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
        {presets.map(({ label, from }) => (
          <button
            key={from}
            type="button"
            className="button"
            aria-pressed={asked.from === from && !asked.to}
            onClick={() => change({ from, to: undefined })}
          >
            {label}
          </button>
        ))}
        {/* Keeps its place when there is nothing to clear, so that nothing moves. */}
        <button
          type="button"
          className={`button quiet ${css.clear}`}
          disabled={set === 0}
          aria-label={t`Limpiar`}
          title={t`Limpiar`}
          onClick={() => void navigate(paths.audit())}
        >
          <CloseIcon />
        </button>
      </fieldset>
      {dates.map(({ name, label }) => (
        <label key={`${name} ${asked[name]}`} className="field">
          {label}
          <input
            type="date"
            max={today()}
            defaultValue={asked[name] && resolveDay(asked[name], today)}
            aria-invalid={Boolean(refused[name])}
            onBlur={apply(name)}
            onKeyDown={(event) => event.key === 'Enter' && apply(name)(event)}
          />
        </label>
      ))}
      {texts.map(({ name, label }) => (
        <label key={`${name} ${asked[name]}`} className={`field ${css.wide}`}>
          {label}
          <input
            type="search"
            maxLength={50}
            defaultValue={asked[name]}
            onBlur={apply(name)}
            onKeyDown={(event) => event.key === 'Enter' && apply(name)(event)}
          />
        </label>
      ))}
      <label className={`field ${css.wide}`}>
        {t`Acción`}
        <select value={asked.action ?? ''} onChange={({ target }) => change({ action: target.value })}>
          <option value="">{t`Todas`}</option>
          {asked.action && !actions.some(({ action }) => action === asked.action) && (
            <option value={asked.action}>{asked.action}</option>
          )}
          {actions.map(({ action, words }) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {t`Resultado`}
        <select value={asked.outcome ?? ''} onChange={({ target }) => change({ outcome: target.value })}>
          <option value="">{t`Todos`}</option>
          {AUDIT_OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              {text.outcome[outcome]}
            </option>
          ))}
        </select>
      </label>
      {unreadable.map(({ parameter, value }) => (
        <output key={parameter} className={css.unreadable}>
          <Trans>
            No se entiende «{parameter}={value}» en la dirección; se muestra sin eso.
          </Trans>
        </output>
      ))}
    </search>
  );
}

const DAYS = new Set(['from', 'to']);
