/** Host name and origin that passkeys are bound to. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** undefined: browsers have no passkeys there, since it is not a secure context, or has no host name. */
export function getRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  const isAddress = /^\[|^[\d.]+$/.test(hostname);
  return isSecure && !isAddress ? { id: hostname, origin } : undefined;
}
