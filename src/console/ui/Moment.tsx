import Tooltip from '@mui/material/Tooltip';
import { useTimeZone } from './time-zone.ts';
import { useFormats, useNow } from './use-formats.ts';

const RECENT_MS = 60_000;

/** A moment, ISO 8601 or ms: its age while that is short, and everything on hover. */
export function Moment({ at }: { at: string | number }) {
  const timeZone = useTimeZone();
  const format = useFormats(timeZone);
  const present = useNow();
  const iso = typeof at === 'number' ? new Date(at).toISOString() : at;
  // The present moves every half minute: what is newer than it has just happened.
  const instant = Date.parse(iso);
  const now = instant > present && instant - present < RECENT_MS ? instant : present;
  return (
    <Tooltip describeChild title={format.exact(iso)}>
      <time dateTime={iso}>{format.age(iso, now)}</time>
    </Tooltip>
  );
}
