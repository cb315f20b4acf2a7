import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { AuditQuery } from './desk/audit.ts';
import { DeliveriesQuery } from './desk/deliveries.ts';
import { FollowUpParams } from './desk/follow-up.ts';
import { InvitePerson } from './desk/people.ts';
import { SignIn } from './desk/signing-in.ts';
import { WriteTemplate } from './desk/templates.ts';
import { v3 } from './v3.ts';
import { AdminMail, Mail, SearchText } from './values.ts';

const LONG = 50_000;
const WORST = [
  'a'.repeat(LONG),
  `${'a'.repeat(LONG)}@`,
  `a@${'a.'.repeat(LONG / 2)}`,
  `a@${'a-'.repeat(LONG / 2)}!`,
  `${'a.'.repeat(LONG / 2)}@x`,
  '-'.repeat(LONG),
  '0'.repeat(LONG),
  `${' '.repeat(LONG)}x`,
  '1-'.repeat(LONG / 2),
  '\u{1f600}'.repeat(LONG / 2),
];
// Far above any linear time on a slow machine, far below quadratic time.
const MOST_MS = 250;

const SCHEMAS: Record<string, z.core.$ZodType> = {
  Mail,
  AdminMail,
  SearchText,
  ...Object.fromEntries(
    [AuditQuery, DeliveriesQuery, FollowUpParams, WriteTemplate, InvitePerson, SignIn].flatMap(
      ({ shape }, at) =>
        Object.entries(shape).map(([name, schema]) => [`${at} ${name}`, schema as z.core.$ZodType]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(v3).flatMap(([endpoint, row]) =>
      Object.entries('query' in row ? row.query.shape : {}).map(([name, schema]) => [
        `${endpoint} ${name}`,
        schema,
      ]),
    ),
  ),
};

it.each(Object.entries(SCHEMAS))('%s is judged in no time, however long', (_, schema) => {
  for (const text of WORST) {
    const began = performance.now();
    z.safeParse(schema, text);
    expect(performance.now() - began).toBeLessThan(MOST_MS);
  }
});
