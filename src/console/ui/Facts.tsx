import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, createContext, use } from 'react';
import { lookUp } from '#contract/look-up.ts';
import type { UnknownMember } from '#contract/reading.ts';
import css from './Facts.module.css';
import { useTimeZone } from './time-zone.ts';
import { useFormats } from './use-formats.ts';

const Subject = createContext<object>({});

/** A titled list of what is known of one object; a fact that was not sent is not shown. */
export function Facts({
  title,
  of,
  brief = false,
  children,
}: {
  title: string;
  of: object;
  /** To be read at a glance: labels over values, and no title to be seen. */
  brief?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={`${css.facts} ${brief ? css.brief : ''}`} aria-label={title}>
      {!brief && <h3>{title}</h3>}
      <dl>
        <Subject value={of}>{children}</Subject>
      </dl>
    </section>
  );
}

/** One member by its wire name: absent is left out, null is "sin dato", else `children` or the value itself. */
export function Fact({
  name,
  label,
  of,
  children,
}: {
  name: string;
  label: string;
  /** Whose member it is where the facts are not all of one object. */
  of?: object;
  children?: ReactNode;
}) {
  const subject = use(Subject);
  const value = lookUp<unknown>(of ?? subject, name);
  if (value === undefined) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value !== null && children !== undefined ? children : <Value value={value} />}</dd>
    </div>
  );
}

/** What was sent beside the contract, folded. */
export function OtherFacts({ members }: { members: readonly UnknownMember[] }) {
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

/** The reply as it came, folded. */
export function WholeReply({ reply }: { reply: unknown }) {
  return (
    <details className={css.fold}>
      <summary>
        <Trans>Lo que envió el servicio</Trans>
      </summary>
      <pre>{JSON.stringify(reply, null, 2)}</pre>
    </details>
  );
}

/** Any value that came from outside, as text. */
export function Value({ value }: { value: unknown }) {
  const { t } = useLingui();
  const timeZone = useTimeZone();
  const format = useFormats(timeZone);
  if (value === undefined) return <span className={css.none}>{t`no enviado`}</span>;
  if (value === null) {
    return (
      <span className={css.none}>
        <Trans>sin dato</Trans>
      </span>
    );
  }
  if (value === '') {
    return (
      <span className={css.none}>
        <Trans>vacío</Trans>
      </span>
    );
  }
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
