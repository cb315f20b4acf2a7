import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { DAY_MS } from '#contract/durations.ts';
import { firstUlidAt } from '#system/random.ts';
import { PUBLISHER } from './configuration.ts';
import type { MemoryDatabase } from './memory-database.ts';

// Rows that are too old already when a world begins, so that short worlds show whether they are erased.

const AGENCY = 'ventas@agencia1.example';
const OLD_SID = 'OLD00000000000000000000001';

type Row = Record<string, string | number | null>;

function insert(memory: MemoryDatabase, table: string, row: Row): void {
  const columns = Object.keys(row);
  memory.all(
    `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`,
    ...Object.values(row),
  );
}

/** A mail that was given up. */
const createMail = (at: number): Row => ({
  id: `${firstUlidAt(at)}0000000000000001`,
  recipient: 'nadie@vitrina.example',
  subject: 'Un correo viejo',
  text: '',
  html: '',
  created_at: at,
  attempts: 10,
});

/** Fills the tables of the gateway that have a retention. */
export function addOldRowsOfGateway(memory: MemoryDatabase, now: number): void {
  const ago = (days: number) => now - days * DAY_MS;
  const toId = (days: number) => `${firstUlidAt(ago(days))}0000000000000001`;
  const [person] = memory.all<{ id: string }>('select id from person order by mail limit 1');
  const person_id = person?.id ?? '';
  const inquiry = { agency_key: AGENCY, sid: OLD_SID };
  insert(memory, 'session', {
    token_hash: 'old',
    id: 'old',
    person_id,
    stage: 'full',
    created_at: ago(4),
    seen_at: ago(4),
    address: '',
    user_agent: '',
  });
  insert(memory, 'link', {
    token_hash: 'old',
    person_id,
    kind: 'recovery',
    created_at: ago(32),
    expires_at: ago(31),
  });
  insert(memory, 'mail', createMail(ago(92)));
  for (const [days, outcome] of [
    [8, 'received'],
    [9, 'refused'],
    [94, 'received'],
  ] as const)
    insert(memory, 'delivery', {
      ...inquiry,
      id: toId(days),
      at: ago(days),
      topic: INQUIRY_TOPIC,
      outcome,
      hook_id: `old ${days}`,
      headers: '{}',
      payload: '{}',
    });
  for (const [sid, days, gone_at] of [
    ['OLD00000000000000000000002', 94, null],
    ['OLD00000000000000000000003', 10, ago(8)],
  ] as const)
    insert(memory, 'inquiry', {
      agency_key: AGENCY,
      sid,
      at: ago(days),
      gone_at,
      is_waiting: gone_at === null ? 1 : 0,
      trade_in: 0,
      finance: 0,
      insurance: 0,
      discovery_source: 'list',
      first_seen_at: ago(days),
      last_seen_at: ago(days),
      data: '{}',
    });
  insert(memory, 'follow_up', { ...inquiry, momento: ago(97), notes: 1, version: 1, changed_at: ago(95) });
  insert(memory, 'follow_up_entry', {
    ...inquiry,
    id: 'old',
    number: 1,
    at: ago(95),
    person_id,
    change: '{"kind":"note","text":"Nota vieja","contact":false}',
  });
  insert(memory, 'seen', { ...inquiry, person_id, momento: ago(97), at: ago(94) });
  insert(memory, 'late_alarm_notice', { ...inquiry, at: ago(92) });
  insert(memory, 'canary_run', { ...inquiry, id: toId(32), at: ago(32), outcome: 'arrived' });
  insert(memory, 'invitation', {
    id: 'old',
    agency_key: 'vieja@agencia.example',
    admin_mail: 'vieja@agencia.example',
    state: 'sent',
  });
  insert(memory, 'invitation_send', { id: toId(732), invitation_id: 'old', at: ago(732), person_id });
  for (const [id, days, kind] of [
    ['old', 92, 'follow-up'],
    ['old-file', 8, 'export'],
  ] as const)
    insert(memory, 'job', {
      id,
      kind,
      person_id,
      address: '',
      state: 'done',
      name: '',
      columns: '[]',
      input: '{}',
      created_at: ago(days),
      finished_at: ago(days),
      row_count: 0,
      done: 0,
      failed: 0,
      turn_at: ago(days),
    });
  insert(memory, 'export_part', { job_id: 'old-file', number: 1, rows: 0, text: '{"rows":[]}', at: ago(8) });
  insert(memory, 'audit', { id: toId(28), at: ago(28), address: '', action: 'signIn' });
}

/** Fills the tables of the service that have a retention. */
export function addOldRowsOfService(memory: MemoryDatabase, now: number): void {
  const at = now - 97 * DAY_MS;
  insert(memory, 'mail', createMail(now - 92 * DAY_MS));
  insert(memory, 'invitations', { token_hash: 'old', agency_key: AGENCY, expires_at: at });
  insert(memory, 'inquiries', {
    sid: OLD_SID,
    agency_key: AGENCY,
    momento: at,
    external_key: '',
    received_at: at,
    body: JSON.stringify({
      Momento: new Date(at).toISOString(),
      OrigenLead: 'Formulario',
      TipoAnuncio: 'Usado',
      Auto: { Marca: 'Fiat', Modelo: 'Uno', VersionYear: 1999, Estado: 'Usado' },
      Interesado: { Interes: 'Comprar', Nombre: 'Ana', Apellido: 'Vieja' },
    }),
  });
  insert(memory, 'published_inquiries', {
    app_key: PUBLISHER.key,
    agency_key: AGENCY,
    id: 'old',
    sid: OLD_SID,
    content_hash: '',
  });
}
