import {
  eraseOfflineData,
  OFFLINE_PREFIX,
  storeText,
  useStoredText,
} from '#console/session/browser-storage.ts';

// decided: on by default, since the browser holds the session all the same, and as long.
const OFF = 'off';

export function useOfflineReading(personId: string): [isOn: boolean, change: (isOn: boolean) => void] {
  const key = OFFLINE_PREFIX + personId;
  const isOn = useStoredText(key) !== OFF;
  const change = (isOn: boolean) => {
    storeText(key, isOn ? 'on' : OFF);
    if (!isOn) void eraseOfflineData();
  };
  return [isOn, change];
}
