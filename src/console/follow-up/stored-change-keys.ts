export const CHANGE_KEY_PREFIX = 'vitrina-unsent:';

export function storedChangeKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(CHANGE_KEY_PREFIX));
}
