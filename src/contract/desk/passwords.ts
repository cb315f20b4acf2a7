import * as z from 'zod/mini';

/** NIST SP 800-63B and ASVS 5 (6.2): length limits only, no composition rules. Counted in characters. */
export const PASSWORD_LEAST = 12;
export const PASSWORD_MOST = 128;

/** A new password. The gateway also rejects common passwords and those that contain the person's mail or name. */
export const NewPassword = z.string().check(
  z.refine((text) => Array.from(text).length >= PASSWORD_LEAST, 'too short'),
  z.refine((text) => Array.from(text).length <= PASSWORD_MOST, 'too long'),
);
