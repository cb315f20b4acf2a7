import { desk } from '#contract/desk/desk.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Member } from './template.ts';
import type { World } from './world.ts';

interface Page {
  rows: { adminMail: string; inquiry: { OperadorResponsable: string | null } }[];
  next: string | null;
  total: number | null;
}

/** Looks at lists, counts, facets and the overview as the inbox does, and compares what it sees with the person's rights. */
export async function lookAtLists(world: World, draw: SeededRandom, member: Member): Promise<void> {
  const vista = draw.pick([undefined, 'esperando', 'mias', 'pospuestas', 'vencidas']);
  const rights = readRights(world, member);
  const listed = await world.people.call(member.mail, desk.findInquiries, {
    query: { ...(vista && { vista }), limite: draw.pick(['25', '100']) },
  });
  if (listed.status === 200) {
    const page = listed.json() as Page;
    checkRights(world, member, { page, before: rights, after: readRights(world, member) });
  }
  if (draw.chance(0.5)) await world.people.call(member.mail, desk.countInquiries);
  if (draw.chance(0.3)) await world.people.call(member.mail, desk.listFacets);
  if (draw.chance(0.3)) await world.people.call(member.mail, desk.viewOverviewNow);
}

/** Agencies that somebody may see, and whether only their own inquiries there; null: all. */
export type SeenAgencies = Map<string, boolean> | null;

export function readRights(world: World, { mail, role }: Member): SeenAgencies {
  if (role !== 'seller') return null;
  const rows = world.databases.gateway.all<{ admin_mail: string; own_inquiries_only: number }>(
    `select admin_mail, own_inquiries_only from person_agency join person on person.id = person_id where mail = ?`,
    mail,
  );
  return new Map(rows.map((row) => [row.admin_mail, row.own_inquiries_only === 1]));
}

function checkRights(
  world: World,
  member: Member,
  { page, before, after }: { page: Page; before: SeenAgencies; after: SeenAgencies },
): void {
  if (!before || !after) return;
  for (const { adminMail, inquiry } of page.rows) {
    const isAllowed = [before, after].some((rights) => {
      const isLimited = rights.get(adminMail.toLowerCase());
      if (isLimited === undefined) return false;
      return !isLimited || inquiry.OperadorResponsable?.toLowerCase() === member.mail;
    });
    if (!isAllowed) world.ledger.see('rights', `${member.mail} saw an inquiry of ${adminMail}`);
  }
}
