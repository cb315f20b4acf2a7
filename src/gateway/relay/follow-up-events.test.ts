import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ChangeFollowUp } from '#contract/desk/follow-up.ts';
import { FOLLOW_UP_EVENTS, FollowUpMessage } from '#contract/follow-up/follow-up-message.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { Engine } from '#database/database.ts';
import { eraseInquiry } from '#gateway/erasure/erase-inquiry.ts';
import { verifyNotification } from '#signing/webhook.ts';
import { onEachEngine } from '#testing/engines.ts';
import { OWN, SID } from '#testing/gateway-world.ts';
import { TARGET_SECRET, inquiryMessage, openRelayWorld } from '#testing/relay-world.ts';

const OTHER_SID = '01JCYYYYYYYYYYYYYYYYYYYYYY';
const TOPICS = Object.values(FOLLOW_UP_EVENTS);
const STATUS = { kind: 'status', status: 'lost', lostReason: 'price' } as const;
const CLAIM = { kind: 'claim', claimed: true } as const;

/** A relay whose gateway has two inquiries, with a target for changes of their follow-up. */
async function open(engine: Engine, topics: readonly string[] = TOPICS) {
  const it = await openRelayWorld(engine);
  for (const sid of [SID, OTHER_SID]) await it.receive(inquiryMessage(sid));
  const target = await it.addTarget({ topics: [...topics] });
  const versions = new Map<string, number>();
  return {
    ...it,
    target,
    /** Makes a change. @returns its id */
    async change(change: ChangeFollowUp['change'], { sid = SID, id = randomUUID() } = {}): Promise<string> {
      const version = versions.get(sid) ?? 0;
      const reply = await it.call('POST', `/desk/follow-up/${OWN}/${sid}/changes`, { id, version, change });
      expect(reply.statusCode).toBe(200);
      versions.set(sid, reply.json().followUp.version);
      return id;
    },
    messages: () => it.requests.map(({ body }) => FollowUpMessage.parse(JSON.parse(body))),
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  it('a change is sent under the id of its entry, signed by Standard Webhooks, with both states', async () => {
    await using it = await open(engine);
    const at = it.world.clock.now;
    await it.change(CLAIM);
    const id = await it.change(STATUS);
    await it.drain();
    const { headers = {}, body = '' } = it.requests[1] ?? {};
    expect(headers).toMatchObject({
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    const options = { now: at, toleranceMs: 0, join: '\n' };
    expect(verifyNotification({ headers, body }, TARGET_SECRET, options)).toEqual({ id, bodySigned: true });
    const me = (await it.call('GET', '/desk/session')).json().person;
    const by = { id: expect.any(String), name: me.name, mail: it.world.mail('partner') };
    const before = {
      status: 'new',
      lostReason: null,
      owner: by,
      snoozedUntil: null,
      firstTouchAt: null,
      firstContactAt: null,
      notes: 0,
    };
    expect(it.messages()[1]).toEqual({
      type: 'follow_up.status_changed',
      timestamp: new Date(at).toISOString(),
      data: {
        agency: OWN,
        sid: SID,
        url: `http://localhost:4000/inquiries/${encodeURIComponent(OWN)}/${SID}`,
        entry: id,
        version: 2,
        by,
        before,
        after: { ...before, status: 'lost', lostReason: 'price' },
      },
    });
  });

  it('each kind of change is sent, in order, without texts and contacts', async () => {
    await using it = await open(engine);
    const colleagues = (await it.call('GET', `/desk/agencies/${OWN}/colleagues`)).json().colleagues;
    await it.change({ kind: 'touch', how: 'call' });
    const note = await it.change({ kind: 'note', text: 'Ana Paz, 351 555-0111', contact: true });
    await it.change({ kind: 'pin', note });
    await it.change({ kind: 'snooze', until: it.world.clock.now + 3_600_000 });
    await it.change({ kind: 'hand-over', to: colleagues[0].id, note: 'Ana Paz llama' });
    await it.change(STATUS);
    await it.change({ kind: 'undo', entry: note });
    await it.change(CLAIM);
    await it.drain();
    const messages = it.messages();
    expect(messages.map(({ type }) => type)).toEqual([
      'follow_up.touched',
      'follow_up.note_added',
      'follow_up.pin_changed',
      'follow_up.snooze_changed',
      'follow_up.handed_over',
      'follow_up.status_changed',
      'follow_up.undone',
      'follow_up.claim_changed',
    ]);
    expect(messages.map(({ data: { how, contact, undoneEntry } }) => how ?? contact ?? undoneEntry)).toEqual([
      'call',
      true,
      undefined,
      undefined,
      undefined,
      undefined,
      note,
      undefined,
    ]);
    expect(messages[4]?.data.after.owner).toMatchObject({ id: colleagues[0].id, name: colleagues[0].name });
    expect(messages[6]?.data).toMatchObject({
      before: { notes: 1 },
      after: { notes: 0, firstContactAt: null },
    });
    expect(JSON.stringify(it.requests)).not.toMatch(/Ana Paz|555-0111/);
  });

  it('a reminder says who was reminded, without its text', async () => {
    await using it = await open(engine);
    const { colleagues } = (await it.call('GET', `/desk/agencies/${OWN}/colleagues?q=valeria`)).json();
    const to = colleagues[0].id;
    await it.change({ kind: 'hand-over', to });
    await it.change({ kind: 'nudge', to, text: 'Ana Paz espera' });
    await it.drain();
    const message = it.messages()[1];
    expect([message?.type, message?.data.to?.id]).toEqual(['follow_up.nudged', to]);
    expect(message?.data.before).toEqual(message?.data.after);
    expect(JSON.stringify(it.requests)).not.toContain('Ana Paz');
  });

  it('a target gets the kinds that it chose, and a repeat of a change is sent to none', async () => {
    await using it = await open(engine, [INQUIRY_TOPIC, FOLLOW_UP_EVENTS.status]);
    await it.change(CLAIM);
    const id = await it.change(STATUS);
    await it.call('POST', `/desk/follow-up/${OWN}/${SID}/changes`, { id, version: 1, change: STATUS });
    await it.drain();
    expect(it.requests.map(({ headers }) => headers['webhook-id'])).toEqual([id]);
    expect(await it.db.selectFrom('relay_event').select('id').execute()).toEqual([{ id }]);
  });

  it('a change that is refused is not sent', async () => {
    await using it = await open(engine);
    await it.change(CLAIM);
    const body = { id: randomUUID(), version: 0, change: STATUS };
    const refused = await it.call('POST', `/desk/follow-up/${OWN}/${SID}/changes`, body);
    expect(refused.statusCode).toBe(409);
    expect(await it.waiting()).toHaveLength(1);
  });

  it('changes of an inquiry wait for its message, and for each other', async () => {
    await using it = await open(engine, [INQUIRY_TOPIC, ...TOPICS]);
    it.reply.mockImplementation(({ body }) => ({ status: body.includes('second') ? 500 : 204 }));
    const received = randomUUID();
    await it.receive(inquiryMessage(SID, 'second'), { id: received });
    await it.change(CLAIM);
    await it.change(STATUS);
    const other = await it.change(CLAIM, { sid: OTHER_SID });
    await it.drain();
    const sent = it.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(sent)).toEqual(new Set([received, other]));
    it.reply.mockReturnValue({ status: 204 });
    it.requests.length = 0;
    it.pass(6000);
    await it.drain();
    expect(it.requests.map(({ headers }) => headers['notification-topic'])).toEqual([
      INQUIRY_TOPIC,
      FOLLOW_UP_EVENTS.claim,
      FOLLOW_UP_EVENTS.status,
    ]);
  });

  it('what was queued before a stop is sent by the next process, as it was', async () => {
    await using it = await open(engine);
    const id = await it.change(STATUS);
    await it.world.restart();
    it.reply.mockImplementationOnce(() => {
      throw Object.assign(new Error('no'), { code: 'ECONNRESET' });
    });
    await it.drain();
    it.pass(6000);
    await it.drain();
    expect(it.requests.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(it.requests[0]?.body).toBe(it.requests[1]?.body);
  });

  it('the changes of a job and of its undo are sent', async () => {
    await using it = await open(engine);
    const id = randomUUID();
    const inquiries = [SID, OTHER_SID].map((sid) => ({ adminMail: OWN, sid, version: 0 }));
    await it.call('POST', '/desk/follow-up-changes', { id, change: STATUS, inquiries });
    await it.call('POST', `/desk/jobs/${id}/undo`, { id: randomUUID() });
    await it.drain();
    expect(
      it
        .messages()
        .map(({ type, data: { sid } }) => `${type} ${sid}`)
        .toSorted(),
    ).toEqual([
      `follow_up.status_changed ${SID}`,
      `follow_up.status_changed ${OTHER_SID}`,
      `follow_up.undone ${SID}`,
      `follow_up.undone ${OTHER_SID}`,
    ]);
  });

  it('messages about an inquiry that is erased are not sent', async () => {
    await using it = await open(engine);
    await it.change(CLAIM);
    await it.change(CLAIM, { sid: OTHER_SID });
    const inquiry = { agency_key: OWN, sid: SID, at: null };
    await eraseInquiry(it.db, inquiry, it.world.clock.now);
    await it.drain();
    expect(it.messages().map(({ data: { sid } }) => sid)).toEqual([OTHER_SID]);
    expect(await it.waiting()).toEqual([]);
  });

  it('a change that was given up is sent again under its id', async () => {
    await using it = await open(engine);
    const id = await it.change(STATUS);
    await it.drain();
    const path = `/desk/relay/${it.target.id}`;
    const [{ id: attempt }] = (await it.call('GET', `${path}/attempts`)).json().attempts;
    for (const _ of [1, 2]) {
      const resent = await it.call('POST', `${path}/resends`, { attempt });
      expect([resent.statusCode, resent.json().waiting]).toEqual([200, 1]);
    }
    await it.drain();
    expect(it.requests.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    await it.db.deleteFrom('relay_event').execute();
    expect((await it.call('POST', `${path}/resends`, { attempt })).statusCode).toBe(404);
  });

  it('the log has changes, with their inquiry, and can be limited to a kind', async () => {
    await using it = await open(engine);
    await it.change(CLAIM);
    await it.drain();
    it.pass(1000);
    await it.change(STATUS);
    await it.drain();
    const list = async (search = '') =>
      (await it.call('GET', `/desk/relay/${it.target.id}/attempts${search}`)).json().attempts;
    expect(await list()).toMatchObject([
      {
        topic: FOLLOW_UP_EVENTS.status,
        agency: OWN,
        sid: SID,
        person: 'Ana Paz',
        deliveryId: null,
        isStored: true,
      },
      { topic: FOLLOW_UP_EVENTS.claim },
    ]);
    expect(await list(`?topic=${FOLLOW_UP_EVENTS.claim}`)).toMatchObject([{ topic: FOLLOW_UP_EVENTS.claim }]);
    expect(await list(`?topic=${INQUIRY_TOPIC}`)).toEqual([]);
  });
});
