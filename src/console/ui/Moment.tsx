import { useSession } from '#console/session/session.ts';
import { useFormats, useNow } from './use-formats.ts';

/** A moment, ISO 8601 or ms: its age while that is short, and everything on hover. */
export function Moment({ at }: { at: string | number }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const now = useNow();
  const iso = typeof at === 'number' ? new Date(at).toISOString() : at;
  return (
    <time dateTime={iso} title={format.exact(iso)}>
      {format.age(iso, now)}
    </time>
  );
}
