import crypto from 'node:crypto';
import { FOLLOW_UP_EVENTS } from '#contract/follow-up/follow-up-message.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { createIndexes } from '#database/concurrent-indexes.ts';
import { runMigrations } from '#database/run-migrations.ts';
import { gatewayIndexes, migrations as gatewayMigrations } from '#gateway/migrations/migrations.ts';
import { insertPerson, mailKey } from '#gateway/people/store.ts';
import { insertTarget } from '#gateway/relay/target-store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { EMPTY_AGENCY_DATA, createAgencyStore } from '#service/agencies/store.ts';
import { createAppStore } from '#service/apps/store.ts';
import { migrations as serviceMigrations, serviceIndexes } from '#service/migrations/migrations.ts';
import { type ReplayTables, createReplayTable } from '#service/replay-store.ts';
import type { Tables } from '#service/tables.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { APP, PUBLISHER, RELAY_HOST, ZONE, gatewayConfig, serviceConfig } from './configuration.ts';
import { drain, useWorld } from './globals.ts';
import { MemoryDatabase } from './memory-database.ts';
import { addOldRowsOfGateway, addOldRowsOfService } from './old-rows.ts';
import { SeededRandom, createSeededRandom } from './seeded-random.ts';
import { STARTS_AT } from './setting.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { Timeline } from './timeline.ts';

export const PASSWORD = 'una clave bien larga';

/** Hour of the digests of those who only read. */
export const READERS_HOUR = 9;

export type SimulatedRole = 'seller' | 'partner' | 'support';

/** Somebody who works with the console from the start. */
export interface Member {
  mail: string;
  role: SimulatedRole;
  agencies: readonly string[];
  /** Sees only the inquiries of which they are the operator. */
  isLimited: boolean;
}

/** The databases and people with which every world of a size begins. */
export interface Template {
  gateway: Uint8Array;
  service: Uint8Array;
  /** Signatures that the service was sent. */
  signatures: Uint8Array;
  agencies: readonly string[];
  members: readonly Member[];
  /** Mails of people who get a digest each day, and do nothing else. */
  readers: readonly string[];
}

/** Migrates both databases and fills them with apps, agencies and people, once for many worlds. */
export async function createTemplate(agencyCount: number, readerCount: number): Promise<Template> {
  const random = new SeededRandom('template');
  const timeline = new Timeline(STARTS_AT - 86_400_000, random, drain);
  useWorld(timeline, random);
  const process = new SimulatedProcess('template', {
    timeline,
    machine: { offset: 0 },
    onCrash: () => {},
  });
  const agencies = Array.from({ length: agencyCount }, (_, at) => `ventas@agencia${at + 1}.example`);
  const members = createMembers(agencies);
  const readers = Array.from({ length: readerCount }, (_, at) => `lectora${at}@agencias.example`);
  const service = new MemoryDatabase(timeline);
  const gateway = new MemoryDatabase(timeline);
  await fillService(service, process, { agencies, members });
  await fillGateway(gateway, process, { members, readers });
  addOldRowsOfService(service, timeline.now);
  addOldRowsOfGateway(gateway, timeline.now);
  const signatures = new MemoryDatabase(timeline);
  await createReplayTable(signatures.connect<ReplayTables>(process));
  return {
    gateway: gateway.serialize(),
    service: service.serialize(),
    signatures: signatures.serialize(),
    agencies,
    members,
    readers,
  };
}

function createMembers(agencies: readonly string[]): Member[] {
  const sellers = agencies.flatMap((agency, at): Member[] => [
    { mail: `vendedora${at + 1}@agencias.example`, role: 'seller', agencies: [agency], isLimited: false },
    { mail: `limitado${at + 1}@agencias.example`, role: 'seller', agencies: [agency], isLimited: true },
  ]);
  return [
    ...sellers,
    { mail: 'socia@vitrina.example', role: 'partner', agencies: [], isLimited: false },
    { mail: 'socio@vitrina.example', role: 'partner', agencies: [], isLimited: false },
    { mail: 'soporte@vitrina.example', role: 'support', agencies: [], isLimited: false },
  ];
}

async function fillService(
  memory: MemoryDatabase,
  process: SimulatedProcess,
  { agencies, members }: { agencies: readonly string[]; members: readonly Member[] },
): Promise<void> {
  const database = memory.connect<Tables>(process);
  await runMigrations(database, serviceMigrations);
  await createIndexes(database.db, serviceIndexes);
  const now = process.clock.now();
  const random = createSeededRandom(new SeededRandom('secrets'));
  const apps = createAppStore(database.db, createSecretBox(serviceConfig(ZONE).secretKey, random));
  const caller = await apps.upsert(APP, 'Vitrina', now);
  await apps.upsert(PUBLISHER, 'Avisos', now, { isPublisher: true });
  await createAgencyStore(database.db).add(
    caller,
    agencies.map((mail, at) => ({
      agency: {
        ...EMPTY_AGENCY_DATA,
        mail,
        name: `Agencia ${at + 1}`,
        invited_at: now - 86_400_000,
        registered_at: now,
      },
      operators: [
        mail,
        ...members.filter((member) => member.agencies.includes(mail)).map((member) => member.mail),
      ].map((operator) => ({ mail: operator, first_name: null, last_name: null })),
    })),
  );
  // The inquiries come from the publications of another app.
  await database.db.updateTable('agencies').set({ other_inquiries: 1 }).execute();
}

async function fillGateway(
  memory: MemoryDatabase,
  process: SimulatedProcess,
  { members, readers }: { members: readonly Member[]; readers: readonly string[] },
): Promise<void> {
  const database = memory.connect<GatewayTables>(process);
  await runMigrations(database, gatewayMigrations);
  await createIndexes(database.db, gatewayIndexes);
  const now = process.clock.now();
  const hash = hashCheaply(PASSWORD);
  const random = createSeededRandom(new SeededRandom('people'));
  await insertTarget(
    database.db,
    { secrets: createSecretBox(gatewayConfig(ZONE).consoleKey, random), now },
    {
      id: random.uuid(),
      url: `http://${RELAY_HOST}/copias`,
      topics: [INQUIRY_TOPIC, ...Object.values(FOLLOW_UP_EVENTS)],
      active: true,
      secret: 'una-clave-de-copias-larga',
    },
  );
  await database.db.transaction().execute(async (transaction) => {
    for (const { mail, role, agencies, isLimited } of members) {
      const id = await insertPerson(
        transaction,
        { mail, name: `Persona ${mail.split('@')[0]}`, role, password_hash: hash, accepted_at: now },
        { now, random },
      );
      for (const agency of agencies)
        await transaction
          .insertInto('person_agency')
          .values({
            person_id: id ?? '',
            admin_mail: mailKey(agency),
            own_inquiries_only: isLimited ? 1 : 0,
          })
          .execute();
    }
    for (const mail of readers) {
      const person = {
        mail,
        name: 'Lectora',
        role: 'support',
        password_hash: hash,
        accepted_at: now,
      } as const;
      const person_id = (await insertPerson(transaction, person, { now, random })) ?? '';
      const digest = {
        person_id,
        enabled: 1,
        hour: READERS_HOUR,
        language: 'es',
        last_sent_day: null,
      } as const;
      await transaction.insertInto('digest').values(digest).execute();
    }
  });
}

/** A hash contains its cost: people sign in often here. */
function hashCheaply(password: string): string {
  const nonce = Buffer.alloc(16, 1);
  const parameters = { message: password, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = crypto.argon2Sync('argon2id', parameters);
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=64,t=1,p=1$${encode(nonce)}$${encode(tag)}`;
}
