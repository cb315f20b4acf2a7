import { createContext, use } from 'react';

export const TimeZoneContext = createContext('UTC');

export function useTimeZone(): string {
  return use(TimeZoneContext);
}
