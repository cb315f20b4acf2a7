import type { Transaction } from 'kysely';
import type { Message } from '#mail/mailer.ts';
import { appendEvent } from '#gateway/live/event-log.ts';
import type { Person } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { Stamp } from '#system/random.ts';
import { enqueueMail } from '#work/mails.ts';
import type { Language } from './tables.ts';

interface AlarmContent {
  kind: 'missed' | 'canary';
  /** Missed messages, or failures. */
  count: number;
  since: number;
  buildMail: (person: Pick<Person, 'name' | 'mail'>, language: Language) => Omit<Message, 'id'>;
}

/** Tells partner admins and support by mail and a live event that messages do not arrive, except those who switched it off. */
export async function raiseWebhookAlarm(
  transaction: Transaction<GatewayTables>,
  { kind, count, since, buildMail }: AlarmContent,
  stamp: Stamp,
): Promise<void> {
  const people = await transaction
    .selectFrom('person')
    .leftJoin('digest', 'digest.person_id', 'person.id')
    .leftJoin('webhook_alarm_mute as mute', 'mute.person_id', 'person.id')
    .select(['person.id', 'person.name', 'person.mail', 'digest.language'])
    .where('person.role', 'in', ['partner', 'support'])
    .where('person.disabled_at', 'is', null)
    .where('person.accepted_at', 'is not', null)
    .where('mute.person_id', 'is', null)
    .orderBy('person.id')
    .execute();
  if (people.length === 0) return;
  for (const { language, name, mail } of people)
    await enqueueMail(
      transaction,
      // decided: a mail is in the language of the person's digest, or in Spanish.
      buildMail({ name, mail }, language ?? 'es'),
      { kind: 'alarm', ...stamp },
    );
  await appendEvent(transaction, { kind, data: { count, since, to: people.map(({ id }) => id) } });
}
