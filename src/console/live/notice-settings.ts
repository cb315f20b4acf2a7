import { useSyncExternalStore } from 'react';
import { NOTICES_PREFIX } from '#console/session/kept.ts';

// How a person wants to be told of new inquiries, on this device.

export interface NoticeSettings {
  /** How many wait, in the title of the tab. */
  badge: boolean;
  /** A notice of the operating system. */
  desktop: boolean;
  sound: boolean;
  /** Between these times of this device neither notice nor sound; `HH:MM`. */
  quiet: { from: string; to: string } | null;
}

export const DEFAULT_NOTICE_SETTINGS: NoticeSettings = {
  badge: true,
  desktop: false,
  sound: false,
  quiet: null,
};

const listeners = new Set<() => void>();
let read: { text: string | null; notices: NoticeSettings } = { text: null, notices: DEFAULT_NOTICE_SETTINGS };

export function readNoticeSettings(person: string): NoticeSettings {
  const text = localStorage.getItem(NOTICES_PREFIX + person);
  // The same object as long as the same is kept.
  if (read.text !== text) read = { text, notices: readNotices(text) };
  return read.notices;
}

function readNotices(text: string | null): NoticeSettings {
  try {
    return { ...DEFAULT_NOTICE_SETTINGS, ...(JSON.parse(text ?? '{}') as Partial<NoticeSettings>) };
  } catch {
    return DEFAULT_NOTICE_SETTINGS;
  }
}

function keepNotices(person: string, notices: NoticeSettings): void {
  localStorage.setItem(NOTICES_PREFIX + person, JSON.stringify(notices));
  for (const listener of listeners) listener();
}

export function useNoticeSettings(
  person: string,
): [NoticeSettings, (change: Partial<NoticeSettings>) => void] {
  const notices = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
    () => readNoticeSettings(person),
  );
  return [notices, (change) => keepNotices(person, { ...notices, ...change })];
}

/** Whether a time of day, in minutes, lies in the quiet hours, which may go over midnight. From and to the same: all day. */
export function isQuiet(minutes: number, quiet: NoticeSettings['quiet']): boolean {
  if (!quiet) return false;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  if (from === undefined || to === undefined) return false;
  return from < to ? from <= minutes && minutes < to : minutes >= from || minutes < to;
}

function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(time) ?? [];
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : undefined;
}
