import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import TextField from '@mui/material/TextField';
import { useEffect, useId, useRef, useState } from 'react';
import { type RecordedCall, recordedCalls } from '#console/api/recorded-calls.ts';
import { useStore } from '#console/api/store.ts';
import { CloseIcon } from '#console/ui/icons.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { CallItem } from './CallItem.tsx';
import { type CallFilter, describeCall, filterCalls, isFailed } from './call-details.ts';
import css from './Inspector.module.css';
import { useResourceTimings } from './use-resource-timings.ts';

export function InspectorPanel({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const live = useStore(recordedCalls);
  const timings = useResourceTimings();
  const [paused, setPaused] = useState<readonly RecordedCall[]>();
  const [filter, setFilter] = useState<CallFilter>('all');
  const [text, setText] = useState('');
  const calls = paused ?? live;
  const shown = filterCalls(
    calls.map((call) => describeCall(call, timings, location.origin)),
    { filter, text },
  );
  const failed = calls.filter(isFailed).length;

  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
    };
  }, []);

  useEffect(() => {
    const element = panel.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [onClose]);

  const clear = () => {
    recordedCalls.set([]);
    if (paused) setPaused([]);
  };
  return (
    <MuiRoot>
      <aside ref={panel} className={css.panel} aria-labelledby={titleId}>
        <header className={css.bar}>
          <h2 id={titleId} ref={heading} tabIndex={-1} className={css.title}>
            <Trans>Inspector de pedidos</Trans>
          </h2>
          <output className={css.count}>
            {t`${plural(calls.length, { one: '# pedido', other: '# pedidos' })}`}
            {failed > 0 && <> · {t`${plural(failed, { one: '# con error', other: '# con error' })}`}</>}
          </output>
          <TextField
            type="search"
            placeholder={t`Dirección, estado o id`}
            value={text}
            onChange={({ target }) => setText(target.value)}
            slotProps={{ htmlInput: { 'aria-label': t`Filtrar pedidos` } }}
            className={css.search}
          />
          <ToggleChoice
            label={t`Qué pedidos`}
            value={filter}
            options={{ all: t`Todos`, failed: t`Con error`, slow: t`Lentos` }}
            onChange={setFilter}
          />
          <button
            type="button"
            className="button"
            aria-pressed={paused !== undefined}
            onClick={() => setPaused(paused ? undefined : live)}
          >
            <Trans>Pausar</Trans>
          </button>
          <button type="button" className="button" onClick={clear}>
            <Trans>Vaciar</Trans>
          </button>
          <button
            type="button"
            className={`button quiet ${css.close}`}
            aria-label={t`Cerrar el inspector`}
            onClick={onClose}
          >
            <CloseIcon />
          </button>
        </header>
        {shown.length === 0 ? (
          <p className={css.empty}>
            {calls.length === 0 ? (
              <Trans>Todavía no hay pedidos. Usá la página y aparecen acá.</Trans>
            ) : (
              <Trans>Ningún pedido coincide con el filtro.</Trans>
            )}
          </p>
        ) : (
          <ol className={css.list}>
            {shown.toReversed().map((details) => (
              <CallItem key={`${details.call.startedAt} ${details.call.url}`} details={details} />
            ))}
          </ol>
        )}
      </aside>
    </MuiRoot>
  );
}
