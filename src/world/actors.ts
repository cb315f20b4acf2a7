import { CANARY_MINUTES } from '#contract/desk/canary.ts';
import { desk } from '#contract/desk/desk.ts';
import { INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { CONSOLE_HOST } from './configuration.ts';
import { lookAtLists } from './looking.ts';
import { sleep } from './people.ts';
import { publishInquiries } from './publishers.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Member, SimulatedRole } from './template.ts';
import { guessPasswords, openInquiry, watchEvents } from './watching.ts';
import type { World } from './world.ts';

type Actor = (world: World, draw: SeededRandom) => Promise<void>;

function pickMember({ template }: World, draw: SeededRandom, ...roles: SimulatedRole[]): Member {
  return draw.pick(template.members.filter(({ role }) => roles.includes(role)));
}

/** One of the newest inquiries of somebody's agencies. */
function pickInquiry(world: World, draw: SeededRandom, member?: Member) {
  const inquiries = [...world.ledger.inquiries.values()]
    .slice(-150)
    .filter(({ agency }) => !member || member.role !== 'seller' || member.agencies.includes(agency));
  return inquiries.length > 0 ? draw.pick(inquiries) : undefined;
}

interface Detail {
  followUp: { version: number };
  timeline: { id: string; by: { id: string }; undone: boolean; change: { kind: string } }[];
}

function drawChange(world: World, draw: SeededRandom, { timeline }: Detail): object {
  const kind = draw.pick(['status', 'status', 'claim', 'snooze', 'note', 'note', 'touch', 'undo']);
  const until = Math.floor(world.now + draw.pick([600_000, 3_600_000, 86_400_000, 5 * 86_400_000]));
  switch (kind) {
    case 'status':
      return {
        kind,
        status: draw.pick(['answered', 'contacted', 'appointment', 'won', 'lost', 'new']),
      };
    case 'claim':
      return { kind, claimed: draw.chance(0.7) };
    case 'snooze':
      return { kind, until: draw.chance(0.8) ? until : null };
    case 'touch':
      return { kind, how: draw.pick(['call', 'mail', 'whatsapp']) };
    case 'undo': {
      const entry = timeline.find(({ undone, change }) => !undone && change.kind !== 'undo');
      if (entry) return { kind, entry: entry.id };
      break;
    }
  }
  return { kind: 'note', text: `Nota ${draw.below(1000)}`, contact: draw.chance(0.3) };
}

/** Actions of people, publishers and buyers. Each draws its details from its own event. */
export const ACTORS = {
  publish: (world, draw) =>
    publishInquiries(world, draw, { agency: draw.pick(world.template.agencies), count: 1, isOdd: false }),

  'publish many': (world, draw) =>
    publishInquiries(world, draw, {
      agency: draw.pick(world.template.agencies),
      count: draw.pick([3, 30, 120]),
      isOdd: false,
    }),

  'publish odd': (world, draw) =>
    publishInquiries(world, draw, { agency: draw.pick(world.template.agencies), count: 1, isOdd: true }),

  async 'buyer writes again'(world, draw) {
    const agency = draw.pick(world.template.agencies);
    await publishInquiries(world, draw.split('first'), { agency, count: 1, isOdd: false });
    await publishInquiries(world, draw.split('first'), { agency, count: 1, isOdd: false });
  },

  async 'work queue'(world, draw) {
    const member = pickMember(world, draw, 'seller', 'seller', 'partner');
    const inquiry = pickInquiry(world, draw, member);
    if (!inquiry) return;
    const { agency, sid } = inquiry;
    const params = { adminMail: agency, sid };
    await world.people.call(member.mail, v3.viewInquiry, { params });
    const seen = await world.people.call(member.mail, desk.viewFollowUp, { params });
    if (seen.status !== 200) return;
    const detail = seen.json() as Detail;
    const id = draw.uuid();
    const body = { id, version: detail.followUp.version, change: drawChange(world, draw, detail) };
    const sentAt = world.now;
    const changed = await world.people.call(member.mail, desk.changeFollowUp, { params, body });
    if (changed.status === 200) world.ledger.changes.push({ id, agency, sid, at: sentAt });
    if (draw.chance(0.3)) await world.people.call(member.mail, desk.noteSeen, { params });
  },

  'look at lists': (world, draw) =>
    lookAtLists(world, draw, pickMember(world, draw, 'seller', 'partner', 'support')),

  async 'bulk change'(world, draw) {
    const member = pickMember(world, draw, 'seller', 'partner');
    const inquiries = [...world.ledger.inquiries.values()]
      .slice(-700)
      .filter(({ agency }) => member.role !== 'seller' || member.agencies.includes(agency))
      .filter(() => draw.chance(0.7))
      .slice(0, draw.pick([5, 60, 250]));
    if (inquiries.length === 0) return;
    const id = draw.uuid();
    const body = {
      id,
      change: { kind: 'status', status: draw.pick(['answered', 'contacted', 'lost']) },
      inquiries: inquiries.map(({ agency, sid }) => ({
        adminMail: agency,
        sid,
        version: draw.pick([0, 0, 1]),
      })),
    };
    const { status } = await world.people.call(member.mail, desk.changeFollowUps, { body });
    if (status === 200) world.ledger.jobs.push({ id, rows: inquiries.length, by: member.mail });
  },

  async 'undo job'(world, draw) {
    if (world.ledger.jobs.length === 0) return;
    const job = draw.pick(world.ledger.jobs);
    const id = draw.uuid();
    await world.people.call(job.by, desk.undoJob, { params: { id: job.id }, body: { id } });
  },

  async export(world, draw) {
    const member = pickMember(world, draw, 'seller', 'partner', 'support');
    const isMasked = draw.chance(0.5);
    const id = draw.uuid();
    const body = {
      id,
      format: 'json',
      headers: 'interface',
      masked: isMasked ? '1' : '0',
      purpose: 'Informe',
    };
    const { status } = await world.people.call(member.mail, desk.exportInquiries, { body });
    if (status === 200) world.ledger.exports.push({ id, by: member, isMasked, at: world.now });
    if (status === 200 && !isMasked && member.role === 'support')
      world.ledger.see('rights', `support may export without masks: job ${id}`);
  },

  async 'ask for password'(world, draw) {
    const { members, readers } = world.template;
    const mail = draw.pick([...members.map((member) => member.mail), ...readers]);
    const address = `198.51.100.${draw.between(1, 254)}`;
    // The mail may be sent before the reply arrives.
    const at = world.now;
    const { status } = await world.people.send(desk.requestRecovery, { body: { mail } }, {}, address);
    world.ledger.recoveries.push({ mail, at, isAcknowledged: status === desk.requestRecovery.success });
  },

  async 'invite person'(world, draw) {
    const partner = pickMember(world, draw, 'partner');
    const mail = `nueva${draw.below(100_000)}@agencias.example`;
    const body = {
      mail,
      name: 'Persona nueva',
      role: 'seller',
      agencies: [{ adminMail: draw.pick(world.template.agencies), ownInquiriesOnly: false }],
    };
    const { status } = await world.people.call(partner.mail, desk.invitePerson, { body });
    if (status === 201) world.ledger.invited.set(mail, world.now);
  },

  async 'change rights'(world, draw) {
    const partner = pickMember(world, draw, 'partner');
    const seller = pickMember(world, draw, 'seller');
    const listed = await world.people.call(partner.mail, desk.listPeople, { query: { q: seller.mail } });
    if (listed.status !== 200) return;
    const { people } = listed.json() as {
      people: { id: string; mail: string; name: string; version: number }[];
    };
    const person = people.find(({ mail }) => mail === seller.mail);
    if (!person) return;
    const body = {
      name: person.name,
      role: 'seller',
      // Some are moved to another agency.
      agencies: [
        {
          adminMail: draw.chance(0.7) ? seller.agencies[0] : draw.pick(world.template.agencies),
          ownInquiriesOnly: draw.chance(0.5),
        },
      ],
      version: person.version,
    };
    world.ledger.changingRights.add(seller.mail);
    await world.people.call(partner.mail, desk.editPerson, { params: { id: person.id }, body });
    world.ledger.changingRights.delete(seller.mail);
  },

  async 'erase buyer'(world, draw) {
    const partner = pickMember(world, draw, 'partner');
    const inquiry = pickInquiry(world, draw);
    if (!inquiry) return;
    const { agency, sid } = inquiry;
    const { status } = await world.people.call(partner.mail, desk.eraseBuyer, {
      params: { adminMail: agency, sid },
    });
    if (status === 200) world.ledger.erased.push({ agency, sid, at: world.now });
  },

  async disassociate(world, draw) {
    const partner = pickMember(world, draw, 'partner');
    const others = world.template.agencies.slice(1);
    if (others.length === 0) return;
    const agency = draw.pick(others);
    const { status } = await world.people.call(partner.mail, v3.disassociateAgency, {
      params: { adminMail: agency },
    });
    if (status === 204) world.ledger.disassociated.set(agency, world.now);
  },

  async 'invite agency'(world, draw) {
    const partner = pickMember(world, draw, 'partner');
    const body = { AdminMail: `nueva${draw.below(100_000)}@agencia.example`, Nombre: 'Agencia nueva' };
    await world.people.call(partner.mail, v3.inviteAgency, { body });
  },

  async 'invite agencies'(world, draw) {
    const partner = pickMember(world, draw, 'partner');
    const mails = Array.from(
      { length: draw.pick([1, 5, 20]) },
      () => `nueva${draw.below(100_000)}@agencia.example`,
    );
    const rows = [...new Set(mails)].map((AdminMail) => ({
      cells: [AdminMail],
      agency: { AdminMail, Nombre: 'Nueva' },
    }));
    const body = { id: draw.uuid(), name: '', columns: ['AdminMail'], rows };
    const { status } = await world.people.call(partner.mail, desk.inviteAgencies, { body });
    if (status === 200) world.ledger.jobs.push({ id: body.id, rows: rows.length, by: partner.mail });
  },

  async 'save topic'(world, draw) {
    const support = pickMember(world, draw, 'support');
    await saveTopic(world, support.mail, draw.pick([INQUIRY_TOPIC, REGISTRATION_TOPIC]));
  },

  async resend(world, draw) {
    const support = pickMember(world, draw, 'support');
    const inquiry = pickInquiry(world, draw);
    if (!inquiry) return;
    world.ledger.resent.add(inquiry.sid.toUpperCase());
    await world.people.call(support.mail, v3.resendInquiry, {
      params: { adminMail: inquiry.agency, sid: inquiry.sid },
    });
  },

  async 'set canary'(world, draw) {
    const { mail } = pickMember(world, draw, 'partner');
    const setting = { adminMail: draw.pick(world.template.agencies), minutes: draw.pick(CANARY_MINUTES) };
    await world.people.call(mail, desk.setCanary, { body: { setting: draw.chance(0.8) ? setting : null } });
  },

  'watch events': (world, draw) => watchEvents(world, draw, pickMember(world, draw, 'seller')),

  async 'open inquiry'(world, draw) {
    const member = pickMember(world, draw, 'seller', 'partner');
    const inquiry = pickInquiry(world, draw, member);
    if (inquiry) await openInquiry(world, draw, { ...inquiry, mail: member.mail });
  },

  'guess passwords': (world, draw) => guessPasswords(world, draw, pickMember(world, draw, 'seller').mail),

  async 'switch topic off'(world, draw) {
    const { mail } = pickMember(world, draw, 'support');
    const body = { Callback: `http://${CONSOLE_HOST}/hooks/none`, Activo: false };
    const params = { topic: INQUIRY_TOPIC };
    const { status } = await world.people.call(mail, v3.editWebhook, { params, body });
    if (status < 200 || status > 299) return;
    world.ledger.silences.push({ topic: INQUIRY_TOPIC, from: world.now, to: Infinity });
    await sleep(world, draw.pick([20, 120]) * 60_000);
    await saveTopic(world, mail, INQUIRY_TOPIC);
  },

  async 'set digest'(world, draw) {
    const member = pickMember(world, draw, 'seller', 'partner');
    const body = { on: draw.chance(0.8), hour: draw.below(24), language: 'es' };
    await world.people.call(member.mail, desk.setDigest, { body });
    world.ledger.settings.set(member.mail, world.now);
  },

  async 'set alarm'(world, draw) {
    const partner = pickMember(world, draw, 'partner');
    const agency = draw.pick(world.template.agencies);
    const params = { adminMail: agency };
    const seen = await world.people.call(partner.mail, desk.viewLateAlarm, { params });
    if (seen.status !== 200) return;
    const { version, people } = seen.json() as { version: number; people: { id: string }[] };
    const recipients = people.slice(0, 2).map(({ id }) => id);
    const alarm = { on: draw.chance(0.8), minutes: draw.pick([0, 15, 120]), recipients, mail: true };
    await world.people.call(partner.mail, desk.setLateAlarm, { params, body: { alarm, version } });
    world.ledger.settings.set(agency, world.now);
  },
} satisfies Record<string, Actor>;

export type ActorName = keyof typeof ACTORS;

/** Points a topic at the console's own receiver. */
export async function saveTopic(world: World, mail: string, topic: string): Promise<void> {
  for (const silence of world.ledger.silences)
    if (silence.topic === topic) silence.to = Math.min(silence.to, world.now);
  const listed = await world.people.call(mail, desk.listWebhooksDesk);
  if (listed.status !== 200) return;
  const { topics } = listed.json() as { topics: { topic: string; receiver: string }[] };
  const receiver = topics.find((row) => row.topic === topic)?.receiver ?? `http://${CONSOLE_HOST}/hooks/none`;
  const body = { Callback: receiver, Secret: 'una-clave-de-webhook-larga-123456', Description: 'Consola' };
  const created = await world.people.call(mail, v3.createWebhook, { params: { topic }, body });
  const { status } =
    created.status === 409
      ? await world.people.call(mail, v3.editWebhook, { params: { topic }, body })
      : created;
  if (topic === INQUIRY_TOPIC && status >= 200 && status < 300) world.topicsSavedAt ??= world.now;
}
