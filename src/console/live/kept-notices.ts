import { useSyncExternalStore } from 'react';
import { NOTICES_PREFIX } from '#console/session/browser-storage.ts';

// How a person wants to be told of new inquiries, on this device.

export interface Notices {
  /** How many wait, in the title of the tab. */
  badge: boolean;
  /** A notice of the operating system. */
  desktop: boolean;
  sound: boolean;
  /** Between these times of this device neither notice nor sound; `HH:MM`. */
  quiet: { from: string; to: string } | null;
}

export const USUAL: Notices = { badge: true, desktop: false, sound: false, quiet: null };

const listeners = new Set<() => void>();
let read: { text: string | null; notices: Notices } = { text: null, notices: USUAL };

export function noticesOf(person: string): Notices {
  const text = localStorage.getItem(NOTICES_PREFIX + person);
  // The same object as long as the same is kept.
  if (read.text !== text) read = { text, notices: readNotices(text) };
  return read.notices;
}

function readNotices(text: string | null): Notices {
  try {
    return { ...USUAL, ...(JSON.parse(text ?? '{}') as Partial<Notices>) };
  } catch {
    return USUAL;
  }
}

function keepNotices(person: string, notices: Notices): void {
  localStorage.setItem(NOTICES_PREFIX + person, JSON.stringify(notices));
  for (const listener of listeners) listener();
}

export function useNotices(person: string): [Notices, (change: Partial<Notices>) => void] {
  const notices = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
    () => noticesOf(person),
  );
  return [notices, (change) => keepNotices(person, { ...notices, ...change })];
}

/** Whether a time of day, in minutes, lies in the quiet hours, which may go over midnight. From and to the same: all day. */
export function isQuiet(minutes: number, quiet: Notices['quiet']): boolean {
  if (!quiet) return false;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  if (from === undefined || to === undefined) return false;
  return from < to ? from <= minutes && minutes < to : minutes >= from || minutes < to;
}

function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(time) ?? [];
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : undefined;
}
