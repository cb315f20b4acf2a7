/** Argon2id parameters as OWASP recommends: 19 MiB, two passes; about 20 ms. */
export const PASSWORD_COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
