import { describe, expect, it } from 'vitest';
import { addressOf } from '#contract/endpoint.ts';
import { desk } from '#contract/desk/desk.ts';
import { MAX_PURPOSE_LENGTH } from '#contract/desk/contacts.ts';
import { v3 } from '#contract/v3.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { openDeliveryWorld } from '#testing/delivery-world.ts';
import { CONSOLE, OWN, SID, json } from '#testing/gateway-world.ts';

const BUYER = {
  Nombre: 'Ana',
  Apellido: 'Del Quirogal',
  Telefono: '11 5555 1234',
  Email: 'ana@x.example',
  Suyo: '11 4444 1234',
};
const INQUIRY = {
  Momento: '2026-03-05T11:00:00-03:00',
  Auto: { Marca: 'Fiat' },
  Interesado: BUYER,
  _links: { self: { href: addressOf(v3.viewInquiry, { adminMail: OWN, sid: SID }) } },
};
const PURPOSE = 'La agencia dice que no le llegó, caso 4711';

/** A message of the inquiry, and calls that reveal it. */
async function openRevealWorld() {
  const it = await openDeliveryWorld('sqlite');
  const payload = JSON.stringify(INQUIRY);
  await it.keep(it.world.clock.now, { ...it.message('hook'), payload });
  const [delivery] = await it.list();
  it.world.upstream.answer = json(INQUIRY);
  const post = (url: string, body: object, cookie = it.cookie) =>
    it.world.call(url, { method: 'POST', headers: { ...CONSOLE, cookie }, payload: body });
  const inquiryUrl = addressOf(desk.revealContacts, { adminMail: OWN, sid: SID });
  const payloadUrl = addressOf(desk.revealPayload, { id: delivery?.id ?? '' });
  const listAudit = async () => (await it.read('/desk/audit')).entries;
  return Object.assign(it, { payload, post, inquiryUrl, payloadUrl, listAudit });
}

describe('revealing', () => {
  it('200: the buyer of an inquiry, and who, which and for what is in the audit without the data', async () => {
    await using it = await openRevealWorld();
    const reply = await it.post(it.inquiryUrl, { purpose: `  ${PURPOSE} ` });
    expect([reply.statusCode, reply.headers['cache-control'], reply.json()]).toEqual([
      200,
      'private, no-store',
      { buyer: BUYER },
    ]);
    expect((await it.listAudit())[0]).toMatchObject({
      action: 'revealContacts',
      person: { mail: it.world.mail('support') },
      agency: OWN,
      target: SID,
      outcome: 'done',
      changes: [{ field: 'purpose', to: PURPOSE }],
    });
    expect(JSON.stringify(await it.db.selectFrom('audit').selectAll().execute())).not.toMatch(
      /5555|4444|quirogal|ana@x/i,
    );
  });

  it('200: the payload of a message, which is of the inquiry in the audit', async () => {
    await using it = await openRevealWorld();
    const reply = await it.post(it.payloadUrl, { purpose: PURPOSE });
    expect([reply.statusCode, reply.json()]).toEqual([200, { payload: it.payload }]);
    expect((await it.listAudit())[0]).toMatchObject({
      action: 'revealPayload',
      agency: OWN,
      target: SID,
      changes: [{ field: 'purpose', to: PURPOSE }],
    });
  });

  it.each([
    ['', 'invalid'],
    ['   ', 'invalid'],
    ['x'.repeat(MAX_PURPOSE_LENGTH + 1), 'invalid'],
    ['Llama del 11 5555 1234', 'has-contact'],
    ['Caso 123456', 'has-contact'],
    ['Escribe ana@x.example', 'has-contact'],
    ['Pedido de Quirogal', 'names-buyer'],
    ['Pedido de la señora del quirogal', 'names-buyer'],
  ])('400: the purpose %j', async (purpose, code) => {
    await using it = await openRevealWorld();
    for (const url of [it.inquiryUrl, it.payloadUrl]) {
      const reply = await it.post(url, { purpose });
      expect([reply.statusCode, reply.json().Errors]).toEqual([400, { purpose: [code] }]);
    }
    expect((await it.listAudit()).slice(0, 2)).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'refused' },
    ]);
    expect(JSON.stringify(await it.listAudit())).not.toMatch(/quirogal|5555/i);
  });

  it('401, 403: without a session, and for those who see contacts anyway', async () => {
    await using it = await openRevealWorld();
    const roles = [await it.world.signIn('partner'), await it.world.signIn('seller')];
    for (const url of [it.inquiryUrl, it.payloadUrl]) {
      expect((await it.post(url, { purpose: PURPOSE }, 'x=y')).statusCode).toBe(401);
      for (const cookie of roles)
        expect((await it.post(url, { purpose: PURPOSE }, cookie)).statusCode).toBe(403);
    }
  });

  it('404: an inquiry that nobody has, a message that is not stored or has no payload', async () => {
    await using it = await openRevealWorld();
    it.world.upstream.answer = (_, response) => response.writeHead(404).end();
    const resendId = await it.resend(it.world.clock.now, null);
    const urls = [it.inquiryUrl, '/desk/deliveries/x/contacts', `/desk/deliveries/${resendId}/contacts`];
    for (const url of urls) expect((await it.post(url, { purpose: PURPOSE })).statusCode).toBe(404);
  });

  it('shows nothing where the audit cannot be written', async () => {
    await using it = await openRevealWorld();
    const database = await openGatewayDatabase(it.world.config.database);
    await database.db.schema.alterTable('audit').renameTo('audit_elsewhere').execute();
    await database.close();
    const reply = await it.post(it.inquiryUrl, { purpose: PURPOSE });
    expect([reply.statusCode, reply.body.includes('5555')]).toEqual([500, false]);
  });
});

it('a message that is no JSON is hidden as a whole, and one about an agency is not masked', async () => {
  await using it = await openDeliveryWorld('sqlite');
  const { now } = it.world.clock;
  await it.keep(now, { ...it.message('a'), payload: 'Ana 11 5555 1234' });
  const agency = '{"AdminMail":"ventas@ruta9.example","Telefono":"11 5555 1234"}';
  await it.keep(now + 1, { ...it.message('b', { topic: 'agencia-registrada' }), payload: agency });
  await it.keep(now + 2, { ...it.message('c', { topic: 'otro' }), payload: agency });
  const deliveries = await it.list();
  const payloads = await Promise.all(
    deliveries.map(async ({ id }) => (await it.read(`/desk/deliveries/${id}`)).payload),
  );
  expect(payloads).toEqual(['{"AdminMail":"•••","Telefono":"•••"}', agency, '•••']);
});
