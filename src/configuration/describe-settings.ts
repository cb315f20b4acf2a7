import { SECRETS, type Settings } from './settings.ts';

/** Settings beside the secrets whose values say something about people. */
const PERSONAL: ReadonlySet<string> = new Set(['MAIL_FROM']);

/** Settings as text, without the values of secrets and addresses of mail, and the secrets, to look for them elsewhere. */
export function describeSettings(settings: Settings): {
  settings: Record<string, string>;
  secrets: string[];
} {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  const isHidden = (name: string) => SECRETS.some((secret) => secret === name) || PERSONAL.has(name);
  return {
    settings: Object.fromEntries(
      entries.map(([name, value]) => [name, isHidden(name) ? '<set>' : formatValue(value)]),
    ),
    secrets: entries.flatMap(([name, value]) => (isHidden(name) ? listSecrets(String(value)) : [])),
  };
}

/** Addresses may have a user and a password before the host. */
const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\/\/[^/@]*@/, '//<redacted>@') : JSON.stringify(value);

/** A secret, and the password in it where it is a URL. */
function listSecrets(value: string): string[] {
  const password = URL.canParse(value) ? new URL(value).password : '';
  return password === '' ? [value] : [value, password, decodeURIComponent(password)];
}
