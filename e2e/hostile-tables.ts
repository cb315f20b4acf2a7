import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ALL, hostile, storable, payloadAt } from './hostile-text.ts';
import { mailOf, sidAt, topicOf } from './hostile-service.ts';

const now = Date.now();
const numbers = Array.from({ length: ALL + 1 }, (_, index) => index);
const text = (field: string, index: number) => storable(hostile(field, index));

/** Id of the hostile person, invitation or delivery of a number. */
export const idAt = (index: number) => `01JCX0000000000000000000${String(index).padStart(2, '0')}`;
/** Id of the hostile template of a number. */
export const templateIdAt = (index: number) =>
  `00000000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`;
/** Id of the hostile view of a number. */
export const viewIdAt = (index: number) =>
  `00000000-0000-4000-a000-0000000000${String(index).padStart(2, '0')}`;
/** Id of the hostile job of a number. */
export const jobIdAt = (index: number) =>
  `00000000-0000-4000-b000-0000000000${String(index).padStart(2, '0')}`;
/** The link was mailed to the person whose name consists of payloads. */
export const LINK_TOKEN = 'enlace-de-prueba';

/**
 * Puts hostile texts where the gateway keeps texts, past every check of them, and gives those who sign in hostile names
 * and the right to see all of it.
 */
export function seedHostileTables(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'gateway.db'), { timeout: 5000 });
  database.exec('begin immediate');
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    database
      .prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
      .run(...Object.values(row));
  };

  database
    .prepare('update person set name = ?, last_agency = ?')
    .run(text('own.name', ALL), '"><script>pwned()</script>');
  const viewers = database.prepare('select id, role from person').all();
  for (const { id, role } of viewers) {
    for (const index of numbers)
      if (role === 'seller')
        database
          .prepare('insert or ignore into person_agency (person_id, admin_mail) values (?, ?)')
          .run(id ?? null, mailOf(index));
    insert('session', {
      token_hash: `of ${String(id)}`,
      id: String(id),
      person_id: String(id),
      stage: 'in',
      created_at: now,
      seen_at: now,
      address: text('session.address', ALL),
      user_agent: text('session.user_agent', ALL),
    });
  }

  for (const index of numbers) {
    const id = idAt(index);
    insert('person', {
      id,
      mail: text('person.mail', index),
      name: text('person.name', index),
      role: 'seller',
      password_hash: '',
      created_at: now,
      accepted_at: index === ALL ? null : now,
    });
    insert('person_agency', { person_id: id, admin_mail: text('person_agency.admin_mail', index) });
    insert('person_agency', { person_id: id, admin_mail: mailOf(index) });
    insert('audit', {
      id,
      at: now,
      person_id: id,
      person_mail: text('audit.person_mail', index),
      person_role: 'support',
      address: text('audit.address', index),
      action: index % 2 ? text('audit.action', index) : 'editAgency',
      agency: text('audit.agency', index),
      target: text('audit.target', index),
      status: 409,
      code: text('audit.code', index),
    });
    const atMost = (longest: number, field: string) => {
      const written = text(field, index);
      return written.length > longest ? `Texto ${index}` : written;
    };
    insert('template', {
      id: templateIdAt(index),
      person_id: id,
      name: atMost(60, 'template.name'),
      subject: atMost(150, 'template.subject'),
      text: text('template.text', index),
      shared: 1,
    });
    insert('view', {
      id: viewIdAt(index),
      person_id: id,
      name: atMost(60, 'view.name'),
      search: `?${new URLSearchParams({ buscar: payloadAt(index).slice(0, 100), vista: payloadAt(index).slice(0, 100) })}`,
      shared: 1,
    });
    for (const { id: viewer } of viewers)
      insert('pinned_view', { person_id: String(viewer), view_id: viewIdAt(index) });
    const key = { agency_key: mailOf(0), sid: sidAt(index) };
    insert('follow_up', {
      ...key,
      momento: now,
      status: 'new',
      claimed_by: id,
      notes: 1,
      version: 2,
      changed_at: now,
    });
    const changes = [
      { kind: 'note', text: text('follow_up_entry.note', index), contact: false },
      { kind: 'hand-over', to: id, note: atMost(2000, 'follow_up_entry.hand_over') },
    ];
    for (const [number, change] of changes.entries())
      insert('follow_up_entry', {
        ...key,
        id: `0000000${number}-0000-4000-9000-0000000000${String(index).padStart(2, '0')}`,
        number: number + 1,
        at: now,
        person_id: id,
        change: JSON.stringify(change),
      });
    insert('invitation', {
      id,
      agency_key: index % 2 ? text('invitation.agency_key', index) : mailOf(index),
      admin_mail: text('invitation.admin_mail', index),
      name: text('invitation.name', index),
      state: 'sent',
      location: text('invitation.location', index),
      note: text('invitation.note', index),
      note_by: id,
    });
    insert('invitation_send', { id, invitation_id: id, at: now, person_id: id, status: 202 });
    insert('webhook_change', {
      id,
      topic: topicOf(ALL),
      at: now,
      person_id: id,
      action: 'edited',
      settings: JSON.stringify({
        callback: text('webhook_change.callback', index),
        description: text('webhook_change.description', index),
        active: true,
        headers: [
          { Name: text('webhook_change.header', index), Value: text('webhook_change.value', index) },
          null,
          null,
        ],
      }),
      secret_state: 'none',
    });
    insert('job', {
      id: jobIdAt(index),
      kind: index % 2 ? 'invitations' : 'import',
      person_id: id,
      address: text('job.address', index),
      state: 'done',
      name: text('job.name', index),
      columns: JSON.stringify([text('job.column', index)]),
      input: '{}',
      created_at: now,
      finished_at: now,
      row_count: 1,
      done: 0,
      failed: 1,
    });
    insert('job_row', {
      job_id: jobIdAt(index),
      number: 1,
      state: 'failed',
      started: 1,
      attempts: 1,
      due_at: now,
      agency_key: mailOf(index),
      sid: sidAt(index),
      cells: JSON.stringify([text('job_row.cell', index)]),
      input: 'null',
      code: 'refused',
      detail: text('job_row.detail', index),
      at: now,
    });
    insert('catalog_answer', {
      id,
      catalog: 'make',
      value_key: payloadAt(index),
      province_key: '',
      value: text('catalog_answer.value', index),
      province: '',
      entry: JSON.stringify({
        id: '1',
        link: '/v3/marcas/1',
        name: text('catalog_answer.entry', index),
        region: null,
      }),
      person_id: id,
      at: now,
    });
    insert('delivery', {
      id,
      at: now,
      topic: text('delivery.topic', index),
      agency: index % 2 ? text('delivery.agency', index) : mailOf(index),
      agency_key: mailOf(index),
      sid: index % 2 ? text('delivery.sid', index) : sidAt(index),
      outcome: index % 2 ? 'arrived' : 'received',
      hook_id: text('delivery.hook_id', index),
      size: 7,
      person_id: id,
      callback: text('delivery.callback', index),
      headers: JSON.stringify({
        [text('delivery.header', index)]: text('delivery.header_value', index),
      }),
      // Some are no JSON.
      payload:
        index % 5 === 1
          ? text('delivery.payload', index)
          : JSON.stringify({ [payloadAt(index)]: text('delivery.payload', index) }),
    });
  }

  insert('link', {
    token_hash: createHash('sha256').update(LINK_TOKEN).digest('hex'),
    person_id: idAt(ALL),
    kind: 'invitation',
    created_at: now,
    expires_at: now + 3_600_000,
  });
  database.exec('commit');
  database.close();
}
