import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { WholeReply } from '#console/ui/Facts.tsx';
import parts from '#console/ui/parts.module.css';
import css from './best-match.module.css';
import { type MatchAnswer as Answer, type MatchedKind, type Wanted, requestOf } from './best-match.ts';
import type { Entry } from './entries.ts';
import { Swatch } from './Swatch.tsx';

/** What was asked and what came back. */
export function MatchAnswer({ wanted, answer }: { wanted: Wanted; answer: Answer }) {
  const { t } = useLingui();
  const request = requestOf(wanted);
  return (
    <section className={css.section} aria-label={t`Respuesta`} aria-live="polite">
      <p className={css.request}>
        {request ? (
          <>
            <code>GET {request}</code>
            <CopyButton text={request} label={t`Copiar el pedido`} />
          </>
        ) : (
          <Trans>
            El servicio no busca colores: Vitrina compara el valor con todos los colores del catálogo.
          </Trans>
        )}
      </p>
      {answer.outcome === 'match' ? (
        <Matched kind={wanted.kind} entry={answer.entry} />
      ) : (
        <Unmatched wanted={wanted} errors={answer.errors} />
      )}
    </section>
  );
}

const PAGES: Record<MatchedKind, (id: string) => string> = {
  make: paths.make,
  bodystyle: paths.bodyStyle,
  city: paths.city,
  color: paths.color,
};

function Matched({ kind, entry }: { kind: MatchedKind; entry: Entry }) {
  const { t } = useLingui();
  const { id, name, path, region, htmlColor, sent } = entry;
  return (
    <>
      <h2 className={css.answer}>
        {htmlColor !== null && <Swatch htmlColor={htmlColor} large />}
        <span>
          {id ? <Link to={PAGES[kind](id)}>{name}</Link> : <bdi>{name}</bdi>}
          {region !== null && <span className={css.region}> {region}</span>}
        </span>
      </h2>
      {path && (
        <p className={css.request}>
          <code>{path}</code>
          <CopyButton text={path} label={t`Copiar la ruta de ${name}`} />
        </p>
      )}
      <WholeReply reply={sent} />
    </>
  );
}

function Unmatched({
  wanted: { value, state },
  errors,
}: {
  wanted: Wanted;
  errors: Record<string, string[]>;
}) {
  return (
    <>
      <h2 className={css.answer}>
        <Trans>Sin coincidencia</Trans>
      </h2>
      <p>
        {'state' in errors ? (
          <Trans>Sin coincidencia: la provincia «{state}» no se parece a ninguna.</Trans>
        ) : (
          <Trans>Sin coincidencia: «{value}» no se parece lo suficiente a ninguna entrada.</Trans>
        )}
      </p>
      {Object.entries(errors).map(([parameter, sentences]) => (
        <p key={parameter} className={parts.soft} lang="es">
          <Trans>El servicio dice:</Trans> «{parameter}: {sentences.join('; ')}»
        </p>
      ))}
    </>
  );
}
