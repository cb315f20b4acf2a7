import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { wallOf } from './times.ts';

const DAY_MS = 86_400_000;

/** A moment by the clock of the agency: how long ago while that is short, and when. */
export function When({ at, zone }: { at: number; zone: string }) {
  const format = useFormats(zone);
  // The present moves every half minute: what is newer than it has just happened.
  const now = Math.max(useNow(), at);
  const iso = new Date(at).toISOString();
  const age = format.age(iso, now);
  return (
    <time dateTime={iso} title={format.exact(iso)}>
      {now - at < DAY_MS ? `${age}, ${wallOf(at, zone).slice(11)}` : age}
    </time>
  );
}
