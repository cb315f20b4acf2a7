import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type Match, MIN_SCORE, type SignalName } from '#matching/matcher.ts';
import { useFailureMessage } from '#console/api/failure-message.ts';
import parts from '#console/ui/parts.module.css';
import css from './best-match.module.css';
import {
  type EntryCandidate,
  type MatchAnswer,
  type Reasons,
  type Wanted,
  matchReasons,
} from './best-match.ts';
import type { Entry } from './entries.ts';
import { Swatch } from './Swatch.tsx';

const SHOWN = 5;

/** A score as people read it: of 100. */
const points = (weight: number) => Math.round(weight * 100);

/** Why, as Vitrina sees it: the service gives no reasons. */
export function MatchReasons({ wanted, answer }: { wanted: Wanted; answer: MatchAnswer }) {
  const { t } = useLingui();
  const reasons = useQuery(matchReasons(wanted));
  return (
    <section className={css.section} aria-label={t`Por qué`}>
      <h2 className={css.title}>
        <Trans>Por qué</Trans>
      </h2>
      {reasons.isError && <NotExplained error={reasons.error} />}
      {reasons.data && <Explained wanted={wanted} answer={answer} reasons={reasons.data} />}
    </section>
  );
}

function NotExplained({ error }: { error: Error }) {
  const { what, advice } = useFailureMessage(error);
  return (
    <p role="alert">
      <Trans>No se pudo cargar el catálogo para explicarlo.</Trans> {what}. {advice}
    </p>
  );
}

function Explained({ wanted, answer, reasons }: { wanted: Wanted; answer: MatchAnswer; reasons: Reasons }) {
  const { t } = useLingui();
  const { matches, among } = reasons;
  const floor = points(MIN_SCORE);
  const more = matches.length - SHOWN;
  const chosen = answer.outcome === 'match' ? answer.entry.path : undefined;
  return (
    <>
      {wanted.kind === 'city' && <RegionRead state={wanted.state} region={reasons.region} />}
      {among > 0 && (
        <p className={parts.soft}>
          {wanted.kind !== 'color' && (
            <Trans>El servicio no da razones; estos son los puntajes con las reglas de Vitrina.</Trans>
          )}{' '}
          {t`${plural(among, { one: 'Se comparó # entrada', other: 'Se compararon # entradas' })}; cuentan las de ${floor} puntos de 100 o más.`}
        </p>
      )}
      {among > 0 && <Difference chosen={chosen} best={matches[0]?.candidate.entry} />}
      {matches.length > 0 && (
        <ol className={css.candidates}>
          {matches.slice(0, SHOWN).map((match) => (
            <Candidate
              key={match.candidate.id}
              match={match}
              chosen={match.candidate.entry.path === chosen}
            />
          ))}
        </ol>
      )}
      {more > 0 && (
        <p className={parts.soft}>
          <Trans>y {more} más con menos puntos</Trans>
        </p>
      )}
    </>
  );
}

function RegionRead({ state, region }: { state: string; region: Reasons['region'] }) {
  if (!region) {
    return (
      <p>
        <Trans>
          Vitrina no reconoce la provincia «{state}» y no tiene con qué comparar la ciudad; el servicio puede
          conocer otros nombres.
        </Trans>
      </p>
    );
  }
  const { name } = region.candidate;
  const score = points(region.score);
  return (
    <p>
      <Trans>
        La provincia «{state}» se lee como <strong>{name}</strong> ({score} de 100).
      </Trans>
    </p>
  );
}

/** Says so when the service answers something else than the reasons would. */
function Difference({ chosen, best }: { chosen: string | undefined; best: Entry | undefined }) {
  const name = best?.name;
  if (chosen === undefined && !best) {
    return (
      <p>
        <Trans>Nada alcanza el puntaje mínimo.</Trans>
      </p>
    );
  }
  if (chosen === best?.path) return null;
  return (
    <p className={css.difference}>
      {best ? (
        <Trans>Con las reglas de Vitrina la respuesta sería {name}: el servicio usa otras.</Trans>
      ) : (
        <Trans>
          Con las reglas de Vitrina no habría coincidencia: el servicio puede conocer otros nombres.
        </Trans>
      )}
    </p>
  );
}

function Candidate({ match, chosen }: { match: Match<EntryCandidate>; chosen: boolean }) {
  const { candidate, score, signals } = match;
  const { name, htmlColor } = candidate.entry;
  const why = useSignalSentences();
  return (
    <li className={css.candidate} data-chosen={chosen}>
      <span className={css.candidateName}>
        {htmlColor !== null && <Swatch htmlColor={htmlColor} />}
        <bdi>{name}</bdi>
        {chosen && (
          <span className={parts.mark}>
            <Trans>respuesta</Trans>
          </span>
        )}
      </span>
      <span className={css.score}>
        <span className={css.bar} aria-hidden="true">
          <span style={{ width: `${points(score)}%` }} />
        </span>
        <span className="visually-hidden">
          <Trans>Puntaje:</Trans>
        </span>{' '}
        {points(score)}
      </span>
      <ul className={css.signals}>
        {signals.map(({ signal, weight }) => (
          <li key={signal}>
            {why[signal]} <span className={parts.soft}>({points(weight)})</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

function useSignalSentences(): Record<SignalName, string> {
  const { t } = useLingui();
  return {
    code: t`Es su id, su ruta o su código`,
    name: t`Es su nombre, letra por letra`,
    same: t`Es su nombre, sin contar mayúsculas, acentos, signos ni abreviaturas`,
    prefix: t`Es el comienzo de su nombre, o de cada palabra`,
    words: t`Comparten palabras enteras`,
    part: t`Es una parte de su nombre`,
    closeness: t`Se escribe casi igual: puede ser un error de tipeo`,
  };
}
