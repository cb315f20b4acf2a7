/** What an argon2id hash takes: 19 MiB and two passes (OWASP), about 20 ms. */
export const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
