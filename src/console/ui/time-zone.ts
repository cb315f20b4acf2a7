import { createContext, use } from 'react';

/** The IANA name of the zone in which the service counts days. */
export const TimeZoneContext = createContext('UTC');

export function useTimeZone(): string {
  return use(TimeZoneContext);
}
