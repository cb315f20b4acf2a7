import { NOTICES_PREFIX, storeText, useStoredText } from '#console/session/browser-storage.ts';

export interface NoticeSettings {
  badge: boolean;
  desktop: boolean;
  sound: boolean;
  quiet: { from: string; to: string } | null;
}

const DEFAULT_NOTICE_SETTINGS: NoticeSettings = {
  badge: true,
  desktop: false,
  sound: false,
  quiet: null,
};

const storageKey = (personId: string) => NOTICES_PREFIX + personId;

export function readNoticeSettings(personId: string): NoticeSettings {
  return parseSettings(localStorage.getItem(storageKey(personId)));
}

function parseSettings(text: string | null): NoticeSettings {
  try {
    return { ...DEFAULT_NOTICE_SETTINGS, ...(JSON.parse(text ?? '{}') as Partial<NoticeSettings>) };
  } catch {
    return DEFAULT_NOTICE_SETTINGS;
  }
}

export function useNoticeSettings(
  personId: string,
): [NoticeSettings, (change: Partial<NoticeSettings>) => void] {
  const key = storageKey(personId);
  const settings = parseSettings(useStoredText(key));
  const change = (changed: Partial<NoticeSettings>) =>
    storeText(key, JSON.stringify({ ...settings, ...changed }));
  return [settings, change];
}

/** `minutes` is a time of day. The hours may span midnight; equal times are the whole day. */
export function isQuiet(minutes: number, quiet: NoticeSettings['quiet']): boolean {
  const from = quiet && parseTimeOfDay(quiet.from);
  const to = quiet && parseTimeOfDay(quiet.to);
  if (from === null || from === undefined || to === null || to === undefined) return false;
  return from < to ? from <= minutes && minutes < to : minutes >= from || minutes < to;
}

function parseTimeOfDay(time: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(time) ?? [];
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : undefined;
}
