import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { UpstreamTiming, UpstreamTimings } from '#contract/upstream-timing.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { formatSize } from '#console/ui/format-size.ts';
import { useTimeZone } from '#console/ui/time-zone.ts';
import { useDurationFormat } from '#console/ui/use-duration-format.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import { type CallDetails, type CallSize, isFailed, isSlow } from './call-details.ts';
import { toCurl } from './curl.ts';
import css from './Inspector.module.css';

export function CallItem({ details }: { details: CallDetails }) {
  const [isOpen, setOpen] = useState(false);
  const { call, url, ms, size, upstream } = details;
  const format = useFormats();
  const formatDuration = useDurationFormat();
  const formatTime = useTimeFormat();
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={css.call}>
          <time className={css.when} dateTime={new Date(call.endedAt).toISOString()}>
            {formatTime(call.endedAt)}
          </time>
          <code className={css.method}>{call.method}</code>
          <code className={css.url}>{url}</code>
          <CallStatus details={details} />
          <span className={isSlow(details) ? css.slow : css.number}>{formatDuration(ms)}</span>
          <span className={css.number}>{size && formatSize(size.transferred, format)}</span>
          <span className={css.upstream}>{upstream && <UpstreamSummary upstream={upstream} />}</span>
        </summary>
        {isOpen && <CallFacts details={details} />}
      </details>
    </li>
  );
}

function useTimeFormat(): (at: number) => string {
  const { i18n } = useLingui();
  const timeZone = useTimeZone();
  return (at) => new Date(at).toLocaleTimeString(i18n.locale, { timeZone, hourCycle: 'h23' });
}

function CallStatus({ details: { call } }: { details: CallDetails }) {
  const { t } = useLingui();
  const text = call.status > 0 ? String(call.status) : call.isAborted ? t`Cancelado` : t`Sin respuesta`;
  return <span className={isFailed(call) ? css.failed : css.status}>{text}</span>;
}

function UpstreamSummary({ upstream: { count, ms } }: { upstream: UpstreamTimings }) {
  const { t } = useLingui();
  const formatDuration = useDurationFormat();
  if (count === 0) return <Trans>Sin llamar al servicio</Trans>;
  const duration = formatDuration(ms);
  return t`${plural(count, { one: 'Servicio: # llamada', other: 'Servicio: # llamadas' })}, ${duration}`;
}

function CallFacts({ details }: { details: CallDetails }) {
  const { t } = useLingui();
  const format = useFormats();
  const sizeText = useSizeText();
  const { call, url, size, requestId, mediaType, upstream, headers } = details;
  const curl = toCurl(call, location.origin);
  return (
    <div className={css.facts}>
      <FactRows>
        <FactRow name={t`Dirección`} copyText={url}>
          <code>
            {call.method} {url}
          </code>
        </FactRow>
        {upstream && (
          <FactRow name={t`Al servicio`}>
            <UpstreamCalls upstream={upstream} />
          </FactRow>
        )}
        <FactRow name={t`Tamaño`}>{size && sizeText(size)}</FactRow>
        <FactRow name={t`Id del pedido`} copyText={requestId}>
          {requestId && <code>{requestId}</code>}
        </FactRow>
        <FactRow name={t`Formato`}>{mediaType && <code>{mediaType}</code>}</FactRow>
        <FactRow name={t`Cuándo`}>{format.exact(call.endedAt)}</FactRow>
        <FactRow name={t`Encabezados`}>
          {headers.length > 0 && (
            <ul className={css.headers}>
              {headers.map(([name, value]) => (
                <li key={name}>
                  <code>
                    {name}: {value}
                  </code>
                </li>
              ))}
            </ul>
          )}
        </FactRow>
      </FactRows>
      <div className={css.curl}>
        <pre>{curl}</pre>
        <CopyButton text={curl} label={t`Copiar como curl`}>
          <Trans>Copiar como curl</Trans>
        </CopyButton>
        <p className="caption">
          <Trans>
            Usa un token de API que pongas en la variable VITRINA_TOKEN; ni la sesión ni el cuerpo se copian.
          </Trans>
        </p>
      </div>
    </div>
  );
}

function useSizeText(): (size: CallSize) => string {
  const { t } = useLingui();
  const format = useFormats();
  return ({ transferred, decoded, source }) => {
    const body = formatSize(decoded, format);
    const sent = formatSize(transferred, format);
    if (source === 'cache') return t`${body}, de la copia del navegador`;
    if (source === 'validated') return t`${body}, de la copia del navegador: sin cambios (304)`;
    return t`${sent} por la red, ${body} sin comprimir`;
  };
}

function UpstreamCalls({ upstream }: { upstream: UpstreamTimings }) {
  const { t } = useLingui();
  const { count, calls } = upstream;
  const rest = count - calls.length;
  return (
    <>
      <UpstreamSummary upstream={upstream} />
      <ul className={css.headers}>
        {Object.entries(calls).map(([at, call]) => (
          <li key={at}>
            <UpstreamTimingLine timing={call} />
          </li>
        ))}
      </ul>
      {rest > 0 && t`${plural(rest, { one: 'y # llamada más', other: 'y # llamadas más' })}`}
    </>
  );
}

function UpstreamTimingLine({ timing }: { timing: UpstreamTiming }) {
  const { method, path, status, ms, attempts, form } = timing;
  const { t } = useLingui();
  const formatDuration = useDurationFormat();
  const facts = [
    status === 0 ? t`sin respuesta` : status === 304 ? t`304, sin cambios` : String(status),
    formatDuration(ms),
    form === 'ref' && t`forma de referencia`,
    form === 'full' && t`forma completa`,
    attempts > 1 && t`${plural(attempts, { one: '# intento', other: '# intentos' })}`,
  ];
  return (
    <>
      <code>
        {method} {path}
      </code>{' '}
      <span className="caption">{facts.filter(Boolean).join(' · ')}</span>
    </>
  );
}
