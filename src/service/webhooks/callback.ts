import { isLoopback } from '#http/loopback.ts';
import { isPrivateHost } from './addresses.ts';

/**
 * What is wrong with a callback, if anything (decisions, Webhooks): https, or plain http on loopback where local
 * callbacks are allowed; no user info; no address that can be seen to be private.
 */
export function callbackProblem(callback: string, allowLocal: boolean): string | undefined {
  const url = URL.parse(callback);
  if (!url) return 'debe ser una URL absoluta';
  const local = allowLocal && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local)) return 'debe ser https';
  if (url.username || url.password) return 'no puede llevar usuario ni contraseña';
  if (url.port === '0') return 'el puerto no es válido';
  if (isPrivateHost(url.hostname, allowLocal)) return 'no puede ser una dirección privada o local';
  return undefined;
}
