import * as z from 'zod/mini';

/** NIST SP 800-63B and ASVS 5 (6.2): length counts, composition does not. Counted in characters as typed. */
export const PASSWORD_LEAST = 12;
export const PASSWORD_MOST = 128;

/** A password being chosen. Common ones and those that hold the person's mail or name are refused by the gateway. */
export const NewPassword = z.string().check(
  z.refine((text) => Array.from(text).length >= PASSWORD_LEAST, 'too short'),
  z.refine((text) => Array.from(text).length <= PASSWORD_MOST, 'too long'),
);
