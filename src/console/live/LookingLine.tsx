import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Looking } from '#contract/desk/live.ts';
import { LOOKING_TTL_MS, lookingRows } from '#contract/desk/looking.ts';
import { call } from '#console/api/call.ts';
import { useSession } from '#console/session/session.ts';
import { lookingKey } from './live.ts';

let last: Promise<unknown> = Promise.resolve();

/** Sends one after the other: an end that overtook its beginning would leave a look behind that nobody has. */
function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const sent = last.then(send);
  last = sent.catch(() => {});
  return sent;
}

/** Which colleagues have the inquiry open at this moment; as long as it stands they are told of this person. */
export function LookingLine({ adminMail, sid }: { adminMail: string; sid: string }) {
  const { i18n, t } = useLingui();
  const { id } = useSession().person;
  const looking = useQuery({
    queryKey: lookingKey(adminMail, sid),
    // Not given up midway: it would arrive all the same, and after the end of it.
    queryFn: () =>
      inTurn(
        () =>
          call(lookingRows.noteLooking, {
            params: { adminMail, sid },
            isBackground: true,
          }) as Promise<Looking>,
      ),
    // Twice within the time that it holds, and only while the page is seen.
    refetchInterval: LOOKING_TTL_MS / 2,
    refetchOnWindowFocus: true,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    const leave = () =>
      // It ends by itself where this does not arrive.
      call(lookingRows.endLooking, { params: { adminMail, sid }, isBackground: true, keepalive: true }).catch(
        () => {},
      );
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      void inTurn(leave);
    };
  }, [adminMail, sid]);

  const others = looking.error ? [] : (looking.data?.people.filter((person) => person.id !== id) ?? []);
  const [only] = others;
  const name = only?.name;
  const names = new Intl.ListFormat(i18n.locale).format(others.map(({ name }) => name));
  return (
    <output>
      {only && (others.length === 1 ? t`${name} la está mirando` : t`${names} la están mirando`)}
    </output>
  );
}
