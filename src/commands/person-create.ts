import * as z from 'zod/mini';
import { lookUp } from '#contract/look-up.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { AdminMail, Mail } from '#contract/values.ts';
import { createPerson } from '#gateway/people/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { UsageError, readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run person:create -- --mail M --role ${ROLES.join('|')} [--agency A]… [--name N]`;

const Arguments = z.object({
  mail: Mail,
  role: z.enum(ROLES),
  agency: z._default(z.array(AdminMail), []),
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});

const EXPECTED = {
  mail: 'an e-mail address',
  role: `one of ${ROLES.join(', ')}`,
  agency: 'an AdminMail, an e-mail address of at most 50 characters',
  name: '1 to 100 characters',
};

function readArguments(): z.infer<typeof Arguments> {
  const parsed = Arguments.safeParse(
    readOptions({
      mail: { type: 'string' },
      role: { type: 'string' },
      agency: { type: 'string', multiple: true },
      name: { type: 'string' },
    }),
  );
  if (!parsed.success)
    throw new UsageError(
      Object.keys(z.flattenError(parsed.error).fieldErrors)
        .map((name) => `--${name}: give ${lookUp(EXPECTED, name)}`)
        .join('\n'),
    );
  const { role, agency } = parsed.data;
  if (role === 'seller' && agency.length === 0)
    throw new UsageError('--agency: a seller works for at least one agency (its AdminMail)');
  if (role !== 'seller' && agency.length > 0)
    throw new UsageError(`--agency: only a seller is bound to agencies, a ${role} sees all of them`);
  return parsed.data;
}

async function main(): Promise<void> {
  const { mail, role, agency, name } = readArguments();
  const database = await openGatewayDatabase(readDatabaseTargets().gateway);
  try {
    const person = { mail, role, agencies: agency, name: name ?? mail };
    const password = await createPerson(database.db, person, Date.now());
    console.log(`${mail} can sign in now (${role}). The password, shown this once:\n${password}`);
  } finally {
    await database.close();
  }
}

await runCommand(main, USAGE);
