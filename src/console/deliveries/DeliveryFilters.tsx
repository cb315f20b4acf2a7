import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { DELIVERY_OUTCOMES } from '#contract/desk/deliveries.ts';
import { dayAt } from '#contract/window.ts';
import { Failure } from '#console/api/failure.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { CloseIcon, FilterIcon } from '#console/shell/icons.tsx';
import { resolveDay } from '#console/ui/days.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { changeDeliveriesSearch, readDeliveriesAddress } from './address.ts';
import css from './deliveries.module.css';
import { topicNames } from './deliveries-queries.ts';
import { useDeliveryText } from './delivery-text.ts';

/** Each writes the address, and the address fills them. */
export function DeliveryFilters({ failure }: { failure: Error | null }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const text = useDeliveryText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [unfolded, setUnfolded] = useState(false);
  const { asked, unreadable } = readDeliveriesAddress(search);
  const now = useNow();
  const today = () => dayAt(now, timeZone);
  const topics = useQuery(topicNames()).data ?? [];
  const refused = failure instanceof Failure ? failure.errors : {};
  const change = (values: Parameters<typeof changeDeliveriesSearch>[1]) =>
    void navigate(paths.deliveries(changeDeliveriesSearch(search, values)));
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
    { name: 'agency', label: t`Agencia`, longest: 50 },
    { name: 'id', label: t`Id de entrega o de consulta`, longest: 64 },
  ] as const;
  const apply =
    (name: 'agency' | 'id' | 'from' | 'to') =>
    ({ currentTarget }: FocusEvent<HTMLInputElement> | KeyboardEvent<HTMLInputElement>) => {
      const { value, validity, type } = currentTarget;
      const shown = asked[name] ?? '';
      if (validity.valid && value.trim() !== (type === 'date' ? resolveDay(shown, today) : shown))
        change({ [name]: value.trim() });
    };
  const set = Object.keys(asked).filter((name) => name !== 'before').length;

  return (
    <search
      className={css.filters}
      aria-label={t`Filtros de las entregas`}
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
      <label className={`field ${css.wide}`}>
        {t({ context: 'webhook', message: 'Tema' })}
        <select value={asked.topic ?? ''} onChange={({ target }) => change({ topic: target.value })}>
          <option value="">{t`Todos`}</option>
          {asked.topic && !topics.includes(asked.topic) && <option value={asked.topic}>{asked.topic}</option>}
          {topics.map((topic) => (
            <option key={topic} value={topic}>
              {topic}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {t`Resultado`}
        <select value={asked.outcome ?? ''} onChange={({ target }) => change({ outcome: target.value })}>
          <option value="">{t`Todos`}</option>
          {DELIVERY_OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              {text.outcome[outcome]}
            </option>
          ))}
        </select>
      </label>
      {texts.map(({ name, label, longest }) => (
        <label key={`${name} ${asked[name]}`} className={`field ${css.wide}`}>
          {label}
          <input
            type="search"
            maxLength={longest}
            defaultValue={asked[name]}
            onBlur={apply(name)}
            onKeyDown={(event) => event.key === 'Enter' && apply(name)(event)}
          />
        </label>
      ))}
      {set > 0 && (
        <button
          type="button"
          className="button quiet"
          aria-label={t`Limpiar`}
          title={t`Limpiar`}
          onClick={() => void navigate(paths.deliveries())}
        >
          <CloseIcon />
        </button>
      )}
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
