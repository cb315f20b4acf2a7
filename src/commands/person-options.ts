import * as z from 'zod/mini';
import { ROLES } from '#contract/desk/sessions.ts';
import { lookUp } from '#contract/look-up.ts';
import { AdminMail, Mail } from '#contract/values.ts';
import { UsageError, readOptions } from './run-command.ts';

const PersonArguments = z.object({
  mail: Mail,
  role: z.enum(ROLES),
  agency: z._default(z.array(AdminMail), []),
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});

const EXPECTED_PERSON_OPTIONS = {
  mail: 'an e-mail address',
  role: `one of ${ROLES.join(', ')}`,
  agency: 'an AdminMail, an e-mail address of at most 50 characters',
  name: '1 to 100 characters',
};

/** Parses the options of `person:create`. @throws UsageError that says what is missing */
export function parsePersonOptions(options: unknown): z.infer<typeof PersonArguments> {
  const parsed = PersonArguments.safeParse(options);
  if (!parsed.success)
    throw new UsageError(
      Object.keys(z.flattenError(parsed.error).fieldErrors)
        .map((name) => `--${name}: give ${lookUp(EXPECTED_PERSON_OPTIONS, name)}`)
        .join('\n'),
    );
  const { role, agency } = parsed.data;
  if (role === 'seller' && agency.length === 0)
    throw new UsageError('--agency: a seller works for at least one agency (its AdminMail)');
  if (role !== 'seller' && agency.length > 0)
    throw new UsageError(`--agency: only a seller is bound to agencies, a ${role} sees all of them`);
  return parsed.data;
}

/** Reads the option of commands about one person. @throws UsageError */
export function readPersonMail(): string {
  return parsePersonMail(readOptions({ mail: { type: 'string' } }).mail);
}

/** @throws UsageError */
export function parsePersonMail(mail: string | undefined): string {
  const parsed = Mail.safeParse(mail);
  if (!parsed.success) throw new UsageError(`--mail: give ${EXPECTED_PERSON_OPTIONS.mail}`);
  return parsed.data;
}
