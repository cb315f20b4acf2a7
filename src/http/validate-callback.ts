import { isLoopback } from './is-loopback.ts';
import { type CallbackRules, isForbiddenHost } from './callback-addresses.ts';

/**
 * Validates a callback URL (decisions, Webhooks): https, or http on loopback if local callbacks are allowed; no user info;
 * no private address.
 * @returns the error text, or undefined
 */
export function validateCallback(callback: string, rules: CallbackRules): string | undefined {
  const url = URL.parse(callback);
  if (!url) return 'debe ser una URL absoluta';
  const isLocal = rules.allowLocal && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) return 'debe ser https';
  if (url.username || url.password) return 'no puede llevar usuario ni contraseña';
  if (url.port === '0') return 'el puerto no es válido';
  if (isForbiddenHost(url.hostname, rules)) return 'no puede ser una dirección privada o local';
  return undefined;
}
