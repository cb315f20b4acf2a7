import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation, useSearchParams } from 'react-router';
import { WINDOW_DAYS } from '#contract/window.ts';
import { useFailureSentence } from '#console/api/failure-sentence.ts';
import { changeSearch } from '#console/inquiries/address.ts';
import { useSession } from '#console/session/session.ts';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { type Walk, isUnderWay, onesRead, shownOf } from './walk.ts';
import css from './WalkBar.module.css';

interface Props {
  walk: Walk;
  /** Of what was read, those that a view shows; undefined where all are shown. */
  found: number | undefined;
  /** First moment of the window, as the service says it. */
  since: string | undefined;
  /** Whether the window goes back as far as the service allows. */
  whole: boolean;
  /** Whether there is a way from it to single pages. */
  byPages: boolean;
  onStop: () => void;
  onGoOn: () => void;
}

/** How far "load all that match" is, what it holds, and what was left out or could not be asked for. */
export function WalkBar({ walk, found: ofView, since, whole, byPages, onStop, onGoOn }: Props) {
  const { t, i18n } = useLingui();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const { state, before, shown, waitsUntil, failure } = walk;
  // What is said of the rows is of those that are shown.
  const held = shownOf(walk);
  const { pages, of, repeats } = held;
  const { read: ones, gone } = onesRead(held);
  const read = i18n.number(ones);
  const found = ofView === undefined ? undefined : i18n.number(ofView);
  const underWay = isUnderWay(walk);

  return (
    <section className={css.bar} aria-label={t`Carga de todas las páginas`} tabIndex={-1}>
      <div className={css.told}>
        <p>
          {of === undefined ? (
            <>
              {t`${plural(pages, { one: '# página leída', other: '# páginas leídas' })}`} ·{' '}
              {found === undefined
                ? t`${plural(shown.length, { one: '# consulta', other: '# consultas' })}`
                : t`${found} de ${plural(shown.length, { one: '# consulta', other: '# consultas' })}`}
            </>
          ) : (
            t`${plural(of.length, { one: `${read} de # consulta leída`, other: `${read} de # consultas leídas` })}`
          )}
          {gone > 0 && (
            <>
              {' '}
              ·{' '}
              {t`${plural(gone, { one: '# ya no está en el servicio', other: '# ya no están en el servicio' })}`}
            </>
          )}
          {repeats > 0 && (
            <>
              {' · '}
              <span title={t`Llegaron consultas durante la carga y las páginas se corrieron`}>
                {t`${plural(repeats, { one: '# repetida no se muestra', other: '# repetidas no se muestran' })}`}
              </span>
            </>
          )}
        </p>
        <output className={css.state}>
          {underWay &&
            !waitsUntil &&
            (before ? <Trans>Leyendo todo de nuevo…</Trans> : <Trans>Cargando las demás…</Trans>)}
          {state === 'walking' && !waitsUntil && !failure && <SlowNotice key={walk.pages + walk.sids.size} />}
          {waitsUntil && <Waiting until={waitsUntil} />}
          {state === 'stopped' && <Trans>Detenida: puede haber más.</Trans>}
          {failure && <Failed error={failure} />}
          {state === 'ended' && of === undefined && <Limits walk={walk} since={since} whole={whole} />}
        </output>
      </div>
      {state !== 'ended' && (
        // One that changes, so that it keeps the focus.
        <button
          ref={handOnFocus}
          type="button"
          className={failure ? 'button strong' : 'button'}
          onClick={underWay ? onStop : onGoOn}
        >
          {underWay ? (
            <Trans>Detener</Trans>
          ) : state === 'stopped' ? (
            <Trans>Seguir</Trans>
          ) : (
            <Trans>Reintentar</Trans>
          )}
        </button>
      )}
      {byPages && (
        <Link
          className="button quiet"
          to={{
            pathname,
            search: changeSearch(search, { todas: undefined }),
          }}
        >
          <Trans>Por páginas</Trans>
        </Link>
      )}
    </section>
  );
}

/** The bar has the focus once the walk ends under who has just gone on with it. */
function handOnFocus(button: HTMLButtonElement) {
  const bar = button.closest('section');
  return () => {
    if (document.activeElement === button) bar?.focus({ preventScroll: true });
  };
}

function Waiting({ until }: { until: number }) {
  const now = useNow();
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  return <Trans>El servicio pidió esperar: sigue sola en unos {seconds} s.</Trans>;
}

function Failed({ error }: { error: Error }) {
  const { what } = useFailureSentence(error);
  return <Trans>Se interrumpió: {what}. Lo cargado queda, y sigue sola cuando se pueda.</Trans>;
}

function Limits({ walk, since, whole }: { walk: Walk; since: string | undefined; whole: boolean }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { pages } = walk;
  if (walk.cutAtLastPage)
    return (
      <Trans>
        Puede haber más: el servicio no entrega más de {pages} páginas. Acotá las fechas para ver las
        anteriores.
      </Trans>
    );
  if (!whole || !since) return <Trans>Son todas las que coinciden con los filtros.</Trans>;
  const day = format.days(since, since);
  return (
    <Trans>
      Son todas desde el {day}: el servicio no va más atrás de {WINDOW_DAYS} días.
    </Trans>
  );
}
