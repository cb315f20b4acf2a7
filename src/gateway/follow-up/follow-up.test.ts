import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FollowUpDetail, TIMELINE_PAGE, type TimelineEntry } from '#contract/desk/follow-up.ts';
import { onEachEngine } from '#testing/engines.ts';
import { FOREIGN, OWN, SID, json } from '#testing/gateway-world.ts';
import {
  ONE,
  INQUIRY,
  NOTE,
  INVALID,
  CLAIM,
  inDatabase,
  indexInquiry,
  inquiryReply,
  limitToOwn,
  openFollowUpWorld,
} from '#testing/follow-up-world.ts';

onEachEngine((engine) => {
  describe('changes', () => {
    it('200: are kept with who and when, and seen by colleagues', async () => {
      await using desk = await openFollowUpWorld(engine);
      const valeria = await desk.signedIn('seller');
      const answer = await valeria.change(NOTE);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
      const { followUp, timeline } = FollowUpDetail.parse(answer.json());
      expect(followUp).toMatchObject({ sid: SID, status: 'new', notes: 1, version: 0 });
      expect(timeline).toEqual<TimelineEntry[]>([
        {
          id: expect.any(String) as string,
          at: desk.world.clock.now,
          by: { id: desk.idOf('Valeria Sosa'), name: 'Valeria Sosa' },
          change: NOTE,
          to: null,
          mentionNames: [],
          undone: false,
        },
      ]);
      const zoe = await desk.zoe();
      expect((await zoe.view()).timeline).toEqual(timeline);
      expect((await (await desk.signedIn('support')).view()).timeline).toEqual(timeline);
    });

    it('are proved by asking the service for the inquiry first', async () => {
      await using desk = await openFollowUpWorld(engine);
      const partner = await desk.signedIn('partner');
      const { world } = desk;
      world.upstream.answer = (_, response) => response.writeHead(404).end();
      const answer = await partner.change(NOTE);
      expect([answer.statusCode, answer.json().Type]).toEqual([404, '/problems/not-found']);
      expect((await partner.ask('PUT', `${ONE}/seen`)).statusCode).toBe(404);
      expect(world.upstreamRequests.map(({ url }) => url)).toEqual(
        Array(2).fill(`/v3/consultas/${OWN}/${SID}`),
      );
      world.upstream.answer = inquiryReply();
      expect((await partner.view()).timeline).toEqual([]);
    });

    it('404 and 5xx: where the service does not show it', async () => {
      await using desk = await openFollowUpWorld(engine);
      const seller = await desk.signedIn('seller');
      const problem = 'application/problem+json';
      for (const [status, ...said] of [
        [404, { Type: 'x' }, 400, problem],
        [404, { Type: 'x' }, 403, problem],
        [503, { Type: 'x' }, 429, problem],
        [503, {}, 500],
        [502, { Momento: null }],
        [502, { Momento: 'ayer' }],
      ] as [number, ...Parameters<typeof json>][]) {
        desk.world.upstream.answer = json(...said);
        expect([said, (await seller.change(NOTE)).statusCode]).toEqual([said, status]);
      }
      expect((await seller.view()).timeline).toEqual([]);
    });

    it('200 while the service is away, where the index has the inquiry', async () => {
      await using desk = await openFollowUpWorld(engine);
      const seller = await desk.signedIn('seller');
      const { upstream } = desk.world;
      const away = () => (upstream.answer = (_, response) => response.destroy());
      away();
      expect((await seller.change(NOTE)).statusCode).toBe(503);
      expect((await seller.ask('PUT', `${ONE}/seen`)).statusCode).toBe(503);

      upstream.answer = inquiryReply();
      // Opening the inquiry indexes it.
      expect((await (await desk.signedIn('partner')).ask('GET', INQUIRY)).statusCode).toBe(200);
      away();
      expect((await seller.change(NOTE)).statusCode).toBe(200);
      expect((await seller.ask('PUT', `${ONE}/seen`)).statusCode).toBe(204);
      expect((await (await desk.signedIn('partner')).change(CLAIM)).statusCode).toBe(200);
      expect((await seller.view()).followUp).toMatchObject({ notes: 1, version: 1 });
    });

    it('200 at once while the service says nothing, where the index has the inquiry', async () => {
      await using desk = await openFollowUpWorld(engine);
      await limitToOwn(desk.world, 'Zoe');
      await indexInquiry(desk.world, SID, { operator: 'zoe@ruta9.example' });
      // A service that never replies.
      desk.world.upstream.answer = () => {};
      for (const person of [await desk.signedIn('seller'), await desk.zoe()]) {
        expect((await person.change(NOTE)).statusCode).toBe(200);
        expect((await person.change({ kind: 'touch', how: 'call' })).statusCode).toBe(200);
        expect((await person.ask('PUT', `${ONE}/seen`)).statusCode).toBe(204);
        expect((await person.ask('PUT', `${ONE}/looking`)).statusCode).toBe(200);
        expect((await person.ask('GET', `/desk/follow-up/${OWN}`)).statusCode).toBe(200);
      }
      expect(desk.world.upstreamRequests).toEqual([]);
    });

    it('is refused while the service is away to who is shown their own only, unless it is theirs', async () => {
      await using desk = await openFollowUpWorld(engine);
      await limitToOwn(desk.world, 'Zoe');
      const [partner, zoe] = [await desk.signedIn('partner'), await desk.zoe()];
      const { upstream } = desk.world;
      const responsible = async (mail: string | null) => {
        upstream.answer = inquiryReply(mail);
        expect((await partner.ask('GET', INQUIRY)).statusCode).toBe(200);
        upstream.answer = (_, response) => response.destroy();
      };
      for (const [mail, change, seen] of [
        [null, 503, 503],
        ['zoe@ruta9.example', 200, 204],
        ['vendedora@vitrina.example', 503, 503],
      ] as const) {
        await responsible(mail);
        expect((await zoe.change(NOTE, { version: 0 })).statusCode).toBe(change);
        expect((await zoe.ask('PUT', `${ONE}/seen`)).statusCode).toBe(seen);
      }
    });

    it('400: a body that is none', async () => {
      await using desk = await openFollowUpWorld(engine);
      const seller = await desk.signedIn('seller');
      for (const wrong of [
        { id: '1' },
        { version: undefined },
        { version: 0.5 },
        { by: 'Zoe' },
        { change: { kind: 'delete' } },
        { change: { ...NOTE, text: ' \n' } },
        { change: { ...NOTE, text: 'x'.repeat(4001) } },
        { change: { kind: 'status', status: 'sold' } },
        { change: { kind: 'status', status: 'lost', lostReason: 'x' } },
        { change: { kind: 'snooze', until: '2026-03-06' } },
        { change: { kind: 'snooze', until: -1 } },
        { change: { kind: 'snooze', until: Date.parse('2100-01-01T00:00:00.001Z') } },
        { change: { kind: 'snooze', until: Number.MAX_SAFE_INTEGER } },
        { change: { kind: 'touch', how: 'fax' } },
      ]) {
        const body = { id: randomUUID(), version: 0, change: NOTE, ...wrong };
        const answer = await seller.ask('POST', `${ONE}/changes`, body);
        expect([wrong, answer.statusCode, answer.json().Type]).toEqual([wrong, 400, INVALID]);
      }
      expect(desk.world.upstreamRequests).toHaveLength(0);
    });

    it('404: an address that can be no inquiry', async () => {
      await using desk = await openFollowUpWorld(engine);
      const partner = await desk.signedIn('partner');
      for (const sid of ['x', `..%2f${SID}`, `${SID}%3fx`, `${SID}%00`]) {
        const answer = await partner.ask('PUT', `/desk/follow-up/${OWN}/${sid}/seen`);
        expect([sid, answer.statusCode]).toEqual([sid, 404]);
      }
      expect(desk.world.upstreamRequests).toHaveLength(0);
    });

    it('403: a foreign agency, without asking the service; and support, who reads', async () => {
      await using desk = await openFollowUpWorld(engine);
      const seller = await desk.signedIn('seller');
      const foreign = ONE.replace(OWN, FOREIGN);
      const body = { id: randomUUID(), version: 0, change: NOTE };
      for (const [method, url, payload] of [
        ['POST', `${foreign}/changes`, body],
        ['PUT', `${foreign}/seen`, undefined],
        ['GET', foreign, undefined],
        ['GET', `/desk/follow-up/${FOREIGN}`, undefined],
        ['GET', `/desk/agencies/${FOREIGN}/colleagues`, undefined],
      ] as const)
        expect((await seller.ask(method, url, payload)).json().Type).toBe('/problems/foreign-agency');
      const support = await desk.signedIn('support');
      expect((await support.change(NOTE, { version: 0 })).json().Type).toBe('/problems/forbidden');
      expect(desk.world.upstreamRequests).toHaveLength(0);
      expect((await support.ask('PUT', `${ONE}/seen`)).statusCode).toBe(204);
    });

    it('409: on what somebody else changed meanwhile; of two at once one wins', async () => {
      await using desk = await openFollowUpWorld(engine);
      const [valeria, zoe] = [await desk.signedIn('seller'), await desk.zoe()];
      const answers = await Promise.all([valeria, zoe].map(({ change }) => change(CLAIM, { version: 0 })));
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const late = await zoe.change({ kind: 'status', status: 'lost' }, { version: 0 });
      expect([late.statusCode, late.json().Type]).toEqual([409, '/problems/changed-meanwhile']);
      expect((await zoe.view()).followUp).toMatchObject({ status: 'new', version: 1 });
    });

    it('the same one again, also at the same time, changes nothing and answers the same', async () => {
      await using desk = await openFollowUpWorld(engine);
      const seller = await desk.signedIn('seller');
      const id = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => seller.change(CLAIM, { id, version: 0 })),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
      for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
      expect(answers[0]?.json()).toMatchObject({ followUp: { version: 1 }, timeline: [{ id }] });
    });

    it('are taken back by the id they were made with', async () => {
      await using desk = await openFollowUpWorld(engine);
      const seller = await desk.signedIn('seller');
      const id = randomUUID();
      await seller.change({ kind: 'status', status: 'won' }, { id });
      const undone = await seller.change({ kind: 'undo', entry: id });
      expect(undone.json()).toMatchObject({
        followUp: { status: 'new', firstContact: null, version: 2 },
        timeline: [{ change: { kind: 'undo', entry: id } }, { id, undone: true }],
      });
      expect((await seller.change({ kind: 'undo', entry: id })).statusCode).toBe(409);
      expect((await seller.change({ kind: 'undo', entry: randomUUID() })).statusCode).toBe(404);
    });

    it('are in the audit, with the inquiry and nothing of what was written', async () => {
      await using desk = await openFollowUpWorld(engine);
      await (await desk.signedIn('seller')).change(NOTE);
      const audit = (await (await desk.signedIn('partner')).ask('GET', '/desk/audit')).json();
      expect(audit.entries).toContainEqual(
        expect.objectContaining({
          action: 'changeFollowUp',
          agency: OWN,
          target: SID,
          outcome: 'done',
          person: expect.objectContaining({ mail: desk.world.mail('seller') }) as object,
        }),
      );
      expect(JSON.stringify(audit)).not.toContain(NOTE.text);
    });
  });

  describe('a long timeline', () => {
    const text = 'x'.repeat(4000);

    it('is read in pages, and a change answers with the newest one', async () => {
      await using desk = await openFollowUpWorld(engine);
      const valeria = await desk.signedIn('seller');
      const ids = Array.from({ length: 70 }, () => randomUUID());
      let answer;
      for (const id of ids) answer = await valeria.change({ ...NOTE, text }, { version: 0, id });
      expect(answer?.body.length).toBeLessThan(TIMELINE_PAGE * 4500);
      const newest = await valeria.view();
      expect(answer?.json()).toEqual(newest);
      const pages = [newest];
      for (let page = newest; page.timeline.length === TIMELINE_PAGE;) {
        const before = page.timeline.at(-1)?.id;
        page = FollowUpDetail.parse((await valeria.ask('GET', `${ONE}?before=${before}`)).json());
        pages.push(page);
      }
      expect(pages.map(({ timeline }) => timeline.length)).toEqual([30, 30, 10]);
      expect(pages.flatMap(({ timeline }) => timeline.map(({ id }) => id))).toEqual(ids.toReversed());
      for (const { entries, followUp } of pages) expect([entries, followUp.notes]).toEqual([70, 70]);
    });

    it('404: before an entry of another inquiry; 400: before what is no entry', async () => {
      await using desk = await openFollowUpWorld(engine);
      const valeria = await desk.signedIn('seller');
      await valeria.change(NOTE);
      for (const [before, status] of [
        [randomUUID(), 404],
        ['x', 400],
        ['', 400],
      ] as const)
        expect((await valeria.ask('GET', `${ONE}?before=${before}`)).statusCode).toBe(status);
    });

    it('409: has so many notes and no more, while other changes go on and a repeat is answered', async () => {
      await using desk = await openFollowUpWorld(engine);
      const valeria = await desk.signedIn('seller');
      const id = randomUUID();
      await valeria.change(NOTE, { version: 0, id });
      for (let count = 1; count < 200; count += 1)
        expect((await valeria.change(NOTE, { version: 0 })).statusCode).toBe(200);
      const refused = await valeria.change(NOTE, { version: 0 });
      expect([refused.statusCode, refused.json().Type]).toEqual([409, '/problems/timeline-full']);
      expect((await valeria.change(NOTE, { version: 0, id })).statusCode).toBe(200);
      expect((await valeria.change(CLAIM, { version: 0 })).statusCode).toBe(200);
      expect(await valeria.view()).toMatchObject({ entries: 201, followUp: { notes: 200, version: 1 } });
      // Fills the timeline up to its limit.
      await inDatabase(desk.world, ({ db }) =>
        db.updateTable('follow_up_entry').set({ number: 1000 }).where('number', '=', 201).execute(),
      );
      const full = await valeria.change({ kind: 'touch', how: 'call' }, { version: 1 });
      expect([full.statusCode, full.json().Type]).toEqual([409, '/problems/timeline-full']);
    });
  });
});
