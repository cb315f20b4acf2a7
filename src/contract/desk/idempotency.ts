import type { DeskName } from './desk.ts';

// Repeats of writes, as the draft of the IETF for the `Idempotency-Key` header describes them.

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Writes that take an `Idempotency-Key`: those of tokens. */
export const IDEMPOTENT_ENDPOINTS: ReadonlySet<DeskName> = new Set<DeskName>(['changeFollowUp']);

/** A key, bare or as a quoted string: printable ASCII without spaces and quotes. */
export const IDEMPOTENCY_KEY_PATTERN = /^(?:"([!#-~]{1,100})"|([!#-~]{1,100}))$/;
