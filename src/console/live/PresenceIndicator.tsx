import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LOOKING_TTL_MS, lookingEndpoints } from '#contract/desk/looking.ts';
import { call } from '#console/api/call.ts';
import { useSession } from '#console/session/session.ts';
import { presenceKey } from './event-handling.ts';

/** Presence calls are sent one after the other: an end must not overtake its beginning. */
const presenceQueue = {
  tail: Promise.resolve<unknown>(undefined),
  run<T>(send: () => Promise<T>): Promise<T> {
    const result = this.tail.then(send);
    this.tail = result.catch(() => {});
    return result;
  },
};

export function PresenceIndicator({ adminMail, sid }: { adminMail: string; sid: string }) {
  const { i18n, t } = useLingui();
  const { id } = useSession().person;
  const presence = useQuery({
    queryKey: presenceKey(adminMail, sid),
    // An aborted call may still arrive after the end, so it has no `signal`.
    queryFn: () =>
      presenceQueue.run(() =>
        call(lookingEndpoints.noteLooking, {
          params: { adminMail, sid },
          isBackground: true,
        }),
      ),
    refetchInterval: LOOKING_TTL_MS / 2,
    refetchOnWindowFocus: true,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    const leave = () =>
      call(lookingEndpoints.endLooking, {
        params: { adminMail, sid },
        isBackground: true,
        keepalive: true,
      }).catch(() => {});
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      void presenceQueue.run(leave);
    };
  }, [adminMail, sid]);

  const others = presence.error ? [] : (presence.data?.people.filter((person) => person.id !== id) ?? []);
  const name = others[0]?.name;
  const names = new Intl.ListFormat(i18n.locale).format(others.map(({ name }) => name));
  return (
    <output>
      {others.length === 1 && t`${name} la está mirando`}
      {others.length > 1 && t`${names} la están mirando`}
    </output>
  );
}
