const SECRET_BYTES = 32;

/** A random secret in the format of Standard Webhooks. */
export function generateSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCodePoint(...bytes))}`;
}
