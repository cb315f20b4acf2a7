import type { ReactNode } from 'react';
import type { Session } from '#contract/desk/sessions.ts';
import { TimeZoneContext } from '#console/ui/time-zone.ts';
import { SessionContext } from './session.ts';

export function SessionProvider({ value, children }: { value: Session; children: ReactNode }) {
  return (
    <SessionContext value={value}>
      <TimeZoneContext value={value.timeZone}>{children}</TimeZoneContext>
    </SessionContext>
  );
}
