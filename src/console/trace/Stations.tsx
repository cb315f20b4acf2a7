import { Trans, useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import type { Station, TraceStation } from '#contract/desk/trace.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './Stations.module.css';
import { formatGap, useTraceText } from './trace-text.ts';

interface Props {
  label: string;
  sid: string | undefined;
  stations: readonly Station[];
  difference?: TraceStation | null;
}

/** A message that arrived is no evidence of the attempts that the service does not list. */
const toShownState = ({ name, state, count }: Station) =>
  name === 'attempts' && state === 'reached' && count === null ? 'unknown' : state;

export function Stations({ label, sid, stations, difference = null }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const text = useTraceText();
  const states: Record<Station['state'], string> = {
    reached: t`hecho`,
    broken: t`falló`,
    skipped: t`no pasó`,
    unknown: t`no se sabe`,
  };
  return (
    <ol className={css.stations} aria-label={label}>
      {stations.map((station, index) => (
        <li
          key={station.name}
          data-state={toShownState(station)}
          data-differs={station.name === difference || undefined}
        >
          <span className={css.dot} data-state={toShownState(station)} aria-hidden="true" />
          <span className={css.name}>
            {text.station[station.name]}
            <span className="visually-hidden">, {states[toShownState(station)]}</span>
          </span>
          <StationTime station={station} before={stations.slice(0, index)} />
          <span className={css.detail}>
            {text.detail(station)}
            {station.name === 'attempts' && station.count && sid && may.includes('listAttempts') ? (
              <>
                {' · '}
                <Link component={RouterLink} to={paths.attempts(String(new URLSearchParams({ sid })))}>
                  <Trans>Ver los intentos</Trans>
                </Link>
              </>
            ) : null}
            {station.delivery !== null && (
              <>
                {' · '}
                <Link component={RouterLink} to={paths.delivery(station.delivery)}>
                  <Trans>Ver el mensaje</Trans>
                </Link>
              </>
            )}
            {station.copies.map((copy) => (
              <span key={copy.target} className={css.copy}>
                <Link component={RouterLink} to={paths.relayTarget(copy.target)}>
                  {copy.host}
                </Link>
                : {text.copy(copy)}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}

const isOnTheWay = ({ name }: Station) => name !== 'agency' && name !== 'relay' && name !== 'crm';

function StationTime({ station: { name, at }, before }: { station: Station; before: readonly Station[] }) {
  const format = useFormats();
  if (at === null || name === 'agency') return null;
  const previous = before.findLast((other) => other.at !== null && isOnTheWay(other))?.at ?? undefined;
  const iso = new Date(at).toISOString();
  return (
    <time className={css.time} dateTime={iso} title={format.exact(iso)}>
      {previous !== undefined && at >= previous ? `+${formatGap(at - previous)}` : format.moment(at)}
    </time>
  );
}
