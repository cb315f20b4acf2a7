import Tooltip from '@mui/material/Tooltip';
import { useFormats, useNow } from './use-formats.ts';

const CLOCK_LAG_MS = 60_000;

export function Moment({ at }: { at: string | number }) {
  const format = useFormats();
  const present = useNow();
  const iso = typeof at === 'number' ? new Date(at).toISOString() : at;
  const instant = Date.parse(iso);
  const now = instant > present && instant - present < CLOCK_LAG_MS ? instant : present;
  return (
    <Tooltip describeChild title={format.exact(iso)}>
      <time dateTime={iso}>{format.age(iso, now)}</time>
    </Tooltip>
  );
}
