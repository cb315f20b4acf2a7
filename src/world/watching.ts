import { MINUTE_MS } from '#contract/durations.ts';
import { desk } from '#contract/desk/desk.ts';
import { LOOKING_TTL_MS } from '#contract/desk/looking.ts';
import { type SeenAgencies, readRights } from './looking.ts';
import { sleep } from './people.ts';
import type { SeededRandom } from './seeded-random.ts';
import { type Member, PASSWORD } from './template.ts';
import type { World } from './world.ts';

interface EventData {
  adminMail?: string;
  sid?: string;
  inquiries?: { adminMail: string; sid: string }[];
  by?: string;
  to?: string[];
}

/** Has the inbox open for a while: hears of events, and compares them with the rights that the person has then. */
export async function watchEvents(world: World, draw: SeededRandom, member: Member): Promise<void> {
  const stream = await world.people.stream(member.mail, desk.streamEvents);
  if (!stream) return;
  const [person] = world.databases.gateway.all<{ id: string }>(
    'select id from person where mail = ?',
    member.mail,
  );
  let unread = '';
  stream.on('data', (chunk: Buffer) => {
    unread += chunk.toString();
    const messages = unread.split('\n\n');
    unread = messages.pop() ?? '';
    if (world.ledger.changingRights.has(member.mail)) return;
    const rights = readRights(world, member);
    for (const message of messages) checkEvent(world, member, { message, id: person?.id ?? '', rights });
  });
  stream.on('error', () => {});
  await sleep(world, draw.pick([2, 20, 120]) * MINUTE_MS);
  stream.destroy();
}

function checkEvent(
  world: World,
  { mail, role }: Member,
  { message, id, rights }: { message: string; id: string; rights: SeenAgencies },
): void {
  const kind = /^event: (.+)$/m.exec(message)?.[1] ?? 'pulse';
  const text = /^data: (.+)$/m.exec(message)?.[1];
  if (role !== 'seller' || text === undefined) return;
  const data = JSON.parse(text) as EventData;
  if (kind === 'job' && data.by !== id)
    world.ledger.see('live events', `${mail} heard of a job of ${data.by}`);
  if (
    kind === 'webhook' ||
    kind === 'missed' ||
    kind === 'canary' ||
    kind === 'incident' ||
    (kind === 'late' && !data.to?.includes(id))
  )
    world.ledger.see('live events', `${mail} heard ${message}`);
  for (const { adminMail, sid } of data.inquiries ?? [data]) {
    if (adminMail === undefined || sid === undefined) continue;
    const isLimited = rights?.get(adminMail.toLowerCase());
    const isAllowed = isLimited === false || (isLimited === true && isOperator(world, mail, sid));
    if (!isAllowed) world.ledger.see('live events', `${mail} heard "${kind}" of ${sid} of ${adminMail}`);
  }
}

/** True if somebody is the operator of an inquiry, or it is not known. */
function isOperator({ databases }: World, mail: string, sid: string): boolean {
  const [row] = databases.gateway.all<{ operator_key: string | null }>(
    'select operator_key from inquiry where sid = ?',
    sid.toUpperCase(),
  );
  return !row || row.operator_key === mail;
}

/** Has an inquiry open for some minutes. Half of the pages are closed without a word. */
export async function openInquiry(
  world: World,
  draw: SeededRandom,
  { mail, agency, sid }: { mail: string; agency: string; sid: string },
): Promise<void> {
  const params = { adminMail: agency, sid };
  for (let left = draw.between(1, 6); left > 0; left -= 1) {
    const { status } = await world.people.call(mail, desk.noteLooking, { params });
    if (status !== 200) return;
    await sleep(world, LOOKING_TTL_MS / 2);
  }
  if (draw.chance(0.5)) await world.people.call(mail, desk.endLooking, { params });
}

/** Guesses a password quickly, and tries the right one at last. */
export async function guessPasswords(world: World, draw: SeededRandom, mail: string): Promise<void> {
  const address = `203.0.113.${draw.between(1, 254)}`;
  const signIn = async (password: string) =>
    (await world.people.send(desk.signIn, { body: { mail, password } }, {}, address)).status;
  for (let number = 0; number < 6; number += 1) {
    const status = await signIn(`adivinanza número ${number}`);
    if (status !== 401 && status !== 429) return;
  }
  world.ledger.guesses.push({ address, isLetIn: (await signIn(PASSWORD)) === 200 });
}
