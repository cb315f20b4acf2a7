import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, createContext, use } from 'react';
import { lookUp } from '#contract/look-up.ts';
import type { UnknownMember } from '#contract/reading.ts';
import css from './Facts.module.css';
import { useFormats } from './use-formats.ts';

const FactsContext = createContext<object>({});

interface FactsProps {
  title: string;
  data: object;
  compact?: boolean;
  hasHeading?: boolean;
  children: ReactNode;
}

export function Facts({ title, data, compact = false, hasHeading = true, children }: FactsProps) {
  return (
    <section className={`${css.facts} ${compact ? css.compact : ''}`} aria-label={title}>
      {hasHeading && <h3>{title}</h3>}
      <dl>
        <FactsContext value={data}>{children}</FactsContext>
      </dl>
    </section>
  );
}

interface FactProps {
  name: string;
  label: string;
  data?: object;
  children?: ReactNode;
}

export function Fact({ name, label, data, children }: FactProps) {
  const listData = use(FactsContext);
  const value = lookUp<unknown>(data ?? listData, name);
  if (value === undefined) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value !== null && children !== undefined ? children : <Value value={value} />}</dd>
    </div>
  );
}

export function UnknownFields({ members }: { members: readonly UnknownMember[] }) {
  const count = members.length;
  if (count === 0) return null;
  return (
    <details className={css.fold}>
      <summary>
        <Trans>Otros campos ({count})</Trans>
      </summary>
      <dl>
        {members.map(({ path, value }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

export function RawReply({ reply }: { reply: unknown }) {
  return (
    <details className={css.fold}>
      <summary>
        <Trans>Lo que envió el servicio</Trans>
      </summary>
      <pre>{JSON.stringify(reply, null, 2)}</pre>
    </details>
  );
}

export function Value({ value }: { value: unknown }) {
  const { t } = useLingui();
  const format = useFormats();
  if (value === undefined) return <span className="missing-value">{t`no enviado`}</span>;
  if (value === null) return <span className="missing-value">{t`sin dato`}</span>;
  if (value === '') return <span className="missing-value">{t`vacío`}</span>;
  if (typeof value === 'boolean') return value ? t`sí` : t`no`;
  if (typeof value === 'number') return format.number(value);
  if (typeof value === 'string') return <bdi>{value}</bdi>;
  if (isMoney(value)) return format.money(value);
  return <code>{JSON.stringify(value)}</code>;
}

function isMoney(value: object): value is { Moneda: string; Importe: number } {
  return (
    'Moneda' in value &&
    'Importe' in value &&
    typeof value.Moneda === 'string' &&
    typeof value.Importe === 'number'
  );
}
