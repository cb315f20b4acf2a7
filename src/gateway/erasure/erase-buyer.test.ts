import { type Kysely, sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { type Engine, isPostgres } from '#database/database.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { saveReceived } from '#gateway/deliveries/store.ts';
import { auditCommand } from '#gateway/audit/command-entries.ts';
import { stampAt } from '#testing/clocks.ts';
import { listTables } from '#testing/documented-tables.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { hideDisassociatedAgency, syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { deleteInquiries } from '#gateway/inquiries/removal.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { formatColumns, parseColumns } from '#gateway/catalogs/run-columns.ts';
import { createBuyerMatcher, parseBuyerKeys } from './buyer-keys.ts';
import { eraseBuyerData, refusesErased } from './erase-buyer.ts';
import {
  createBuyerHash,
  findErasedBuyers,
  lockErasures,
  markBuyerErased,
  markInquiryErased,
} from './erasure-marks.ts';
import { countHeldData, findHeldData } from './held-data.ts';
import { countUnreachableNotes } from './held-inquiries.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const NOW = Date.parse('2026-11-16T12:00:00-03:00');
const HOUR = 3_600_000;
const AGENCY = 'ventas@ruta9.example';
const OTHER = 'ventas@otra.example';
const PHONE = '0351 15-555-0111';
const MAIL = 'zulema.quiroz@x.example';
const NAME = 'Zulema Quiroz';
const CANARY = /zulema|quiroz|555.?0111/i;
const KEYS = parseBuyerKeys({ phone: '+54 9 351 555 0111', mail: MAIL }).keys;

const sidAt = (index: number) => `01JCINQUIRY${String(index).padStart(15, '0')}`;

function inquiryAt(index: number, { agency = AGENCY, at = NOW - HOUR, phone = PHONE, name = NAME } = {}) {
  return {
    Momento: new Date(at).toISOString(),
    Auto: { Marca: 'Ford' },
    Interesado: {
      Nombre: name,
      Telefono: phone,
      Email: phone === PHONE ? MAIL : null,
      Comentario: `Soy ${name}`,
    },
    _links: { self: { href: `/v3/consultas/${agency}/${sidAt(index)}` } },
  };
}

async function open(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const { db, close } = await openGatewayDatabase(clone.target);
  const add = (inquiry: object, agency = AGENCY) =>
    upsertInquiries(db, [inquiry], { agency, discoverySource: 'list', hours: defaultHours(ZONE), now: NOW });
  await syncAgencies(db, [{ adminMail: AGENCY }, { adminMail: OTHER }], NOW);
  return {
    db,
    add,
    note: (index: number, text: string, agency_key = AGENCY) =>
      addNote(db, { agency_key, sid: sidAt(index) }, text),
    held: () => db.selectFrom('inquiry').select('sid').where('gone_at', 'is', null).orderBy('sid').execute(),
    async [Symbol.asyncDispose]() {
      await close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

async function addNote(
  db: Kysely<GatewayTables>,
  inquiry: { agency_key: string; sid: string },
  text: string,
) {
  await db
    .insertInto('follow_up')
    .values({ ...inquiry, momento: NOW - HOUR, notes: 1 })
    .execute();
  await db
    .insertInto('follow_up_entry')
    .values({
      ...inquiry,
      id: `note ${inquiry.sid}`,
      number: 1,
      at: NOW,
      person_id: 'p1',
      change: JSON.stringify({ kind: 'note', text, contact: false }),
    })
    .execute();
}

const NOTHING = { inquiries: 0, departed: 0, notes: 0, payloads: 0, jobRows: 0, texts: 0, files: 0 };

/** Full-text index; on SQLite its tokens cannot be read. */
const WORDS = 'inquiry_words';

/** Every text of the database, by table. */
async function readTexts(db: Kysely<GatewayTables>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const name of await listTables(db))
    if (name !== WORDS || isPostgres(db))
      texts[name] = JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows);
  return texts;
}

/** Tables that an erasure reaches. */
const REACHED = [
  'delivery',
  'export_part',
  'follow_up_entry',
  'inquiry',
  'invitation',
  'job',
  'job_row',
  'mail',
  'match_run',
  'template',
  'view',
];
/** Tables without texts of buyers. The audit is append-only; it may have the name that somebody gave to a template. */
const WITHOUT_BUYERS =
  'agency_crm agency_hours api_token audit audit_expiry backup canary canary_run catalog_answer console_asset crm_mail digest doctor_check drift ' +
  'follow_up idempotency_key index_finding index_version indexed_agency inquiry_count inquiry_figures invitation_send known_time late_alarm ' +
  'late_alarm_notice link live_counter live_event match_run_answer missed_alarm overview_day overview_stale overview_zone package_reading ' +
  'page_latency passkey person person_agency pinned_view presence rate_limit recovery_code recovery_request refusal_acknowledgement ' +
  'relay relay_attempt relay_event relay_target seen session setting topic_reading webhook_alarm_mute webhook_change webhook_secret';
/** Keyed hashes and sids that hold an erasure. */
const MARKS = ['departed_inquiry', 'erased_buyer', 'erased_inquiry', 'erasure_secret'];

/**
 * Returns true if a transaction waits for an erasure; on SQLite, whose only connection the erasure has, one
 * always does.
 */
async function isWaiting(db: Kysely<GatewayTables>): Promise<boolean> {
  if (!isPostgres(db)) return true;
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(db);
  return rows.length === 1;
}

const DELIVERY = {
  at: NOW,
  topic: 'consulta-recibida',
  outcome: 'received',
  headers: '{}',
} as const;

const JOB = {
  person_id: 'p1',
  address: '::1',
  state: 'done',
  undone_by: null,
  created_at: NOW,
  finished_at: NOW,
  row_count: 1,
  done: 1,
  failed: 0,
  due_at: null,
} as const;

const ROW = {
  state: 'done',
  started: 0,
  attempts: 1,
  due_at: NOW,
  code: null,
  detail: null,
  at: NOW,
} as const;

/** Puts the buyer wherever the gateway may have a copy of what people or the service sent. */
async function plantBuyer(db: Kysely<GatewayTables>): Promise<void> {
  const payload = (index: number, agency = AGENCY) => JSON.stringify(inquiryAt(index, { agency }));
  const agency = { agency: AGENCY, agency_key: AGENCY };
  await db
    .insertInto('delivery')
    .values([
      { ...DELIVERY, ...agency, id: 'D1', sid: sidAt(1), payload: payload(1) },
      // Its inquiry is not in the index.
      { ...DELIVERY, ...agency, id: 'D2', sid: sidAt(8), payload: payload(8) },
      { ...DELIVERY, ...agency, id: 'D3', sid: sidAt(8), payload: payload(8) },
      // Nothing says of which inquiry it is.
      { ...DELIVERY, id: 'D4', agency: null, agency_key: null, sid: null, payload: payload(9) },
    ])
    .execute();
  const columns = JSON.stringify(['Nombre', 'Teléfono', 'Nota']);
  const change = { kind: 'note', text: `Llamar a ${NAME}`, contact: false };
  await db
    .insertInto('job')
    .values([
      { ...JOB, id: 'J1', kind: 'import', name: 'leads.csv', columns, input: '{}' },
      // A file without headings.
      {
        ...JOB,
        id: 'J4',
        kind: 'import',
        name: `${NAME} 3515550111.csv`,
        columns: JSON.stringify([NAME, PHONE]),
        input: '{}',
      },
      { ...JOB, id: 'J2', kind: 'follow-up', name: '', columns: '[]', input: JSON.stringify({ change }) },
      {
        ...JOB,
        id: 'J3',
        kind: 'export',
        name: '',
        columns: '[]',
        input: JSON.stringify({ query: { buscar: '351 555 0111' }, file: {} }),
      },
    ])
    .execute();
  const cells = JSON.stringify([NAME, '(0351) 155550111', 'prefiere la tarde']);
  const input = JSON.stringify([{ id: 'x', version: 0, change }]);
  await db
    .insertInto('job_row')
    .values([
      { ...ROW, job_id: 'J1', number: 1, agency_key: AGENCY, sid: sidAt(1), cells, input },
      // It met no inquiry.
      { ...ROW, job_id: 'J1', number: 2, agency_key: null, sid: null, cells, input: 'null' },
      { ...ROW, job_id: 'J2', number: 1, agency_key: AGENCY, sid: sidAt(1), cells: '[]', input },
    ])
    .execute();
  await db
    .insertInto('export_part')
    .values({ job_id: 'J3', number: 1, rows: 1, text: `${NAME};${PHONE}`, at: NOW })
    .execute();
  await db
    .insertInto('view')
    .values({
      id: 'v1',
      person_id: 'p1',
      name: 'La del teléfono',
      search: `?buscar=${encodeURIComponent('351 5550111')}`,
      shared: 0,
    })
    .execute();
  await db
    .insertInto('template')
    .values({ id: 't1', person_id: 'p1', name: 'x', subject: '', text: `Hola ${NAME}, ${MAIL}`, shared: 0 })
    .execute();
  await db
    .insertInto('invitation')
    .values({
      id: 'i1',
      agency_key: OTHER,
      admin_mail: OTHER,
      state: 'sent',
      checks: 0,
      note: `Preguntó ${NAME}, ${PHONE}`,
    } as never)
    .execute();
  // The wrong columns of files.
  const run = { person_id: 'p1', at: NOW, row_count: 3 };
  await db
    .insertInto('match_run')
    .values([
      {
        ...run,
        id: 'r1',
        catalogs: null,
        name: `${MAIL}.csv`,
        ...formatColumns([
          { field: 'city', name: PHONE, cells: ['Ford', '(0351) 155550111', `Nombre: ${NAME}, ${MAIL}`] },
        ]),
      },
      {
        ...run,
        id: 'r2',
        catalogs: 'make',
        name: '',
        ...formatColumns([
          { field: 'model', name: MAIL, cells: ['Gol', `Preguntar a ${NAME}, ${MAIL}`, PHONE] },
          { field: 'make', name: 'Marca', cells: ['VW', 'VW', 'VW'] },
          { field: 'region', name: 'Provincia', cells: [MAIL, 'Salta', ''] },
        ]),
      },
    ])
    .execute();
}

onBothEngines((engine) => {
  describe('an erasure', () => {
    it('leaves nothing of the buyer in any text of the database', async () => {
      await using it = await open(engine);
      const { db, add, note } = it;
      await db
        .insertInto('agency_crm')
        .values({ agency_key: AGENCY, mail: 'crm@x.example', format: 'adf', since: 0, version: 1 })
        .execute();
      await add(inquiryAt(1));
      await add(inquiryAt(2, { agency: OTHER }), OTHER);
      await note(1, `${NAME} vive en Salta`);
      // A note on an inquiry of somebody else.
      await add(inquiryAt(3, { phone: '11 4444 3333', name: 'Beto' }));
      await note(3, `Lo recomendó ${NAME}, ${MAIL}`);
      await note(4, 'de otra persona');
      await plantBuyer(db);
      const before = await readTexts(db);
      const planted = Object.keys(before).filter((table) => CANARY.test(before[table] ?? ''));
      expect(planted.filter((table) => table !== WORDS).toSorted()).toEqual(REACHED);
      const held = countHeldData(await findHeldData(db, KEYS));
      const erased = await eraseBuyerData(db, KEYS, NOW);
      expect(held).toEqual(erased);
      expect(erased).toEqual({
        inquiries: 2,
        departed: 1,
        notes: 2,
        payloads: 4,
        jobRows: 6,
        texts: 5,
        files: 1,
      });
      const after = await readTexts(db);
      expect(Object.entries(after).filter(([, text]) => CANARY.test(text))).toEqual([]);
      expect(after.view).toBe('[]');
      const erasedRuns = await db.selectFrom('match_run').selectAll().orderBy('id').execute();
      expect(erasedRuns.map(({ name }) => name)).toEqual(['—', '']);
      expect(erasedRuns.map(parseColumns)).toEqual([
        [{ field: 'city', name: '—', cells: ['Ford', '—', '—'] }],
        [
          { field: 'make', name: 'Marca', cells: ['VW', 'VW', 'VW'] },
          { field: 'model', name: '—', cells: ['Gol', '—', '—'] },
          { field: 'region', name: 'Provincia', cells: ['—', 'Salta', ''] },
        ],
      ]);
      expect(await db.selectFrom('crm_mail').select('outcome').orderBy('sid').execute()).toEqual([
        { outcome: 'erased' },
        { outcome: null },
      ]);
      expect(after.job_row).not.toMatch(/tarde/);
      expect((await sql`select * from ${sql.table(WORDS)}`.execute(db)).rows).toHaveLength(1);
      expect(await it.held()).toEqual([{ sid: sidAt(3) }]);
      expect(after.follow_up_entry).toMatch('de otra persona');
      expect(await eraseBuyerData(db, KEYS, NOW)).toEqual(NOTHING);
      expect(countHeldData(await findHeldData(db, KEYS))).toEqual(NOTHING);
    });

    it('of a buyer reaches every table that may have texts of one', async () => {
      await using it = await open(engine);
      expect(await listTables(it.db)).toEqual(
        [...REACHED, ...WITHOUT_BUYERS.split(' '), ...MARKS, WORDS].toSorted(),
      );
    });

    it('leaves changes in the audit that name the buyer, which the report says', async () => {
      await using it = await open(engine);
      await auditCommand(it.db, { action: 'editTemplate' }, stampAt(NOW), async () => ({
        result: undefined,
        changes: [{ field: 'name', from: 'Saludo', to: `Saludo para ${MAIL}` }],
      }));
      await eraseBuyerData(it.db, KEYS, NOW);
      const { auditEntries } = await findHeldData(it.db, KEYS);
      expect(auditEntries).toMatchObject([{ at: NOW, action: 'editTemplate' }]);
    });

    it('reaches payloads of webhooks after more of others than are read at once', async () => {
      await using it = await open(engine);
      for (let index = 0; index < 102; index += 1) {
        const buyer = index === 101 ? inquiryAt(index) : inquiryAt(index, { phone: '0351 15-555-0222' });
        const message = { topic: 't', isTopicSigned: true, hookId: `h${index}`, bodySigned: true, size: 1 };
        await saveReceived(
          it.db,
          { ...message, agency: AGENCY, sid: sidAt(index), headers: {}, payload: JSON.stringify(buyer) },
          { ...stampAt(NOW + index), receiver: '', settingsAt: 0 },
        );
      }
      expect(await eraseBuyerData(it.db, KEYS, NOW)).toMatchObject({ departed: 1, payloads: 1 });
      const left = await it.db.selectFrom('delivery').select('sid').where('payload', 'is', null).execute();
      expect(left).toEqual([{ sid: sidAt(101) }]);
    });

    it('of a buyer holds for what was written until the last one', async () => {
      await using it = await open(engine);
      const hashes = (await createBuyerHash(it.db))({ phone_key: 'p' });
      const findErased = async (...times: number[]) => {
        const inquiries = times.map((at) => ({ phone_key: 'p', sid: String(at - NOW), at }));
        return [...(await findErasedBuyers(it.db, inquiries))];
      };
      await markBuyerErased(it.db, hashes, NOW);
      await markBuyerErased(it.db, hashes, NOW - 5);
      expect(await findErased(NOW, NOW + 1)).toEqual(['0']);
      await markBuyerErased(it.db, hashes, NOW + 5);
      expect(await findErased(NOW + 5, NOW + 6)).toEqual(['5']);
    });

    it('leaves no key by which the buyer could be found, and the time at which an inquiry was gone', async () => {
      await using it = await open(engine);
      const inquiry = inquiryAt(1);
      await it.add({ ...inquiry, Interesado: { ...inquiry.Interesado, DocIdentidad: '30.123.456' } });
      const read = () =>
        it.db
          .selectFrom('inquiry')
          .select(['phone_key', 'mail_key', 'document_key', 'gone_at'])
          .executeTakeFirstOrThrow();
      expect(Object.values(await read()).filter((value) => value !== null)).toHaveLength(3);
      await it.db
        .updateTable('inquiry')
        .set({ gone_at: NOW - 1 })
        .execute();
      await eraseBuyerData(it.db, KEYS, NOW);
      const none = { phone_key: null, mail_key: null, document_key: null };
      expect(await read()).toEqual({ ...none, gone_at: NOW - 1 });
    });

    it('reaches notes of inquiries that left the index, and says how many it cannot tell', async () => {
      await using it = await open(engine);
      const { db, add, note } = it;
      await add(inquiryAt(1));
      await note(1, 'vive en Salta');
      await note(5, 'de otra persona');
      await hideDisassociatedAgency(db, AGENCY, NOW);
      await deleteInquiries(db, { goneBefore: NOW + 1 }, 100);
      expect(await countUnreachableNotes(db)).toBe(1);
      expect(await eraseBuyerData(db, KEYS, NOW)).toMatchObject({ inquiries: 0, departed: 1, notes: 1 });
      const notes = await db.selectFrom('follow_up_entry').select('change').orderBy('sid').execute();
      expect(notes.map(({ change }) => (JSON.parse(change) as { text: string }).text)).toEqual([
        '—',
        'de otra persona',
      ]);
    });

    it('wins over an agency that re-enters the index, and keeps what the buyer writes later', async () => {
      await using it = await open(engine);
      const { db, add, note, held } = it;
      await add(inquiryAt(1));
      await add(inquiryAt(2, { phone: '11 4444 3333', name: 'Beto' }));
      await hideDisassociatedAgency(db, AGENCY, NOW);
      await deleteInquiries(db, { goneBefore: NOW + 1 }, 100);
      await eraseBuyerData(db, KEYS, NOW);
      await note(1, 'vive en Salta');
      await syncAgencies(db, [{ adminMail: AGENCY }, { adminMail: OTHER }], NOW);
      for (let time = 0; time < 2; time++) {
        await add(inquiryAt(1));
        await add(inquiryAt(2, { phone: '11 4444 3333', name: 'Beto' }));
        await add(inquiryAt(3, { at: NOW + HOUR }));
      }
      expect(await held()).toEqual([{ sid: sidAt(2) }, { sid: sidAt(3) }]);
      const entry = await db.selectFrom('follow_up_entry').select('change').executeTakeFirst();
      expect(entry?.change).not.toMatch('Salta');
      // Another buyer's keys in the erased inquiry change nothing.
      await add(inquiryAt(1, { phone: '11 2222 3333', name: 'Otra' }));
      expect(await held()).toHaveLength(2);
    });

    it('refuses the payload of a late webhook, and lets others in', async () => {
      await using it = await open(engine);
      const { db, add } = it;
      await add(inquiryAt(1));
      await eraseBuyerData(db, KEYS, NOW);
      const refuses = (index: number, options = {}) =>
        db
          .transaction()
          .execute((transaction: Kysely<GatewayTables>) =>
            refusesErased(
              transaction,
              { agency: AGENCY, sid: sidAt(index), payload: inquiryAt(index, options) },
              NOW,
            ),
          );
      expect(await refuses(1)).toBe(true);
      expect(await refuses(6)).toBe(true);
      expect(await refuses(7, { at: NOW + HOUR })).toBe(false);
      expect(await refuses(9, { phone: '11 4444 3333' })).toBe(false);
    });

    it('wins over a page that was read before', async () => {
      await using it = await open(engine);
      const { db, add, held } = it;
      await add(inquiryAt(1));
      const started = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      const erasure = db.transaction().execute(async (transaction: Kysely<GatewayTables>) => {
        await lockErasures(transaction);
        await markInquiryErased(transaction, { agency_key: AGENCY, sid: sidAt(1), momento: null }, NOW);
        await transaction.deleteFrom('inquiry').execute();
        started.resolve();
        await end.promise;
      });
      await started.promise;
      const page = add({ ...inquiryAt(1), Auto: { Marca: 'Fiat' } });
      await vi.waitUntil(() => isWaiting(db));
      end.resolve();
      await Promise.all([erasure, page]);
      expect(await held()).toEqual([]);
    });
  });
});

it.each([
  ['Llamar a ZULEMA.Quiroz@x.example', true],
  ['Llamar al 351 555-0111', true],
  ['DNI 30.123.456', true],
  ['DNI 30123456', true],
  ['351 555-0111 30.123.999', true],
  ['11 4444 3333 (30.123.456)', true],
  ['30.123.457, 5550112', false],
])('a text names the buyer by mail, phone or document: %j %s', (text, isNamed) => {
  const { keys } = parseBuyerKeys({ phone: '+54 9 351 555 0111', mail: MAIL, document: '30123456' });
  expect(createBuyerMatcher(keys)(text)).toBe(isNamed);
});

it('a text names the buyer by a document of six digits', () => {
  const { keys } = parseBuyerKeys({ document: '123456' });
  expect(createBuyerMatcher(keys)('DNI 123456')).toBe(true);
});
