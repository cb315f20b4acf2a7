import { createContext, use } from 'react';

/** The service counts days in this IANA zone. */
export const TimeZoneContext = createContext('UTC');

export function useTimeZone(): string {
  return use(TimeZoneContext);
}
