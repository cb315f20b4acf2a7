import { desk } from '#contract/desk/desk.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { Endpoint, QueryValues } from '#contract/endpoint.ts';
import { BUILT_IN_VIEW_NAMES, type BuiltInView } from '#contract/inbox-filter-names.ts';
import { fold } from '#contract/search.ts';
import { sidOf } from '#contract/sid.ts';
import { addDays, dayAt } from '#contract/window.ts';
import {
  type VisibleInquiry,
  countDays,
  countFacets,
  countPending,
  countViews,
  listIds,
  readVisible,
  sortCounts,
} from './brute-force.ts';
import { sleep } from './people.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Member } from './template.ts';
import type { World } from './world.ts';

/** Counts of views follow the clock so much later. */
const MAX_COUNTS_AGE_MS = 10_000;

/** Makes somebody's calls, and compares the replies with what they may see. */
class Viewer {
  readonly #world: World;
  readonly #mail: string;
  readonly #me: string;

  constructor(world: World, { mail }: Member) {
    this.#world = world;
    this.#mail = mail;
    const [person] = world.databases.gateway.all<{ id: string }>(
      'select id from person where mail = ?',
      mail,
    );
    this.#me = person?.id ?? '';
  }

  async call<Reply>(endpoint: Endpoint, query: QueryValues = {}): Promise<Reply | undefined> {
    const answer = await this.#world.people.call(this.#mail, endpoint, { query });
    return answer.status === endpoint.success ? (answer.json() as Reply) : undefined;
  }

  /**
   * Compares what a reply says with what is expected, unless that changed meanwhile.
   * @param look returns what was seen and the times that it may be of; undefined: no reply
   */
  async compare<Seen>(
    name: string,
    look: () => Promise<{ seen: Seen; times: number[] } | undefined>,
    expect: (inquiries: readonly VisibleInquiry[], viewer: { me: string; now: number; zone: string }) => Seen,
  ): Promise<void> {
    const { databases, ledger, timeZone: zone } = this.#world;
    const before = readVisible(databases.gateway, this.#mail);
    const found = await look();
    if (!found) return;
    const { seen, times } = found;
    const expected = [before, readVisible(databases.gateway, this.#mail)].flatMap((inquiries) =>
      times.map((now) => JSON.stringify(expect(inquiries, { me: this.#me, now, zone }))),
    );
    const is = JSON.stringify(seen);
    if (new Set(expected).size === 1 && is !== expected[0])
      ledger.see('counts', `${name} of ${this.#mail} is ${shorten(is, expected[0])}`);
  }

  /** Compares the pages of a list, as long as it is. */
  compareList(vista: BuiltInView | undefined, limite: string): Promise<void> {
    return this.compare(
      `the list ${vista ?? ''}`,
      async () => {
        const first = await this.call<Page>(desk.findInquiries, { ...(vista && { vista }), limite });
        if (!first) return undefined;
        const pages = [first];
        for (let page: Page | undefined = first; page?.next;) {
          page = await this.call<Page>(desk.findInquiries, {
            ...(vista && { vista }),
            limite,
            cursor: page.next,
          });
          if (!page) return undefined;
          pages.push(page);
        }
        const ids = pages.flatMap(({ rows }) =>
          rows.map(({ adminMail, inquiry }) => `${adminMail} ${sidOf(inquiry)?.toUpperCase()}`),
        );
        return { seen: [first.total ?? -1, ...ids], times: pages.map(({ readAt }) => readAt) };
      },
      (inquiries, viewer) => {
        const ids = listIds(inquiries, vista, viewer);
        return [ids.length, ...ids];
      },
    );
  }

  compareCounts(): Promise<void> {
    return this.compare(
      'the counts',
      async () => {
        const { gateway } = this.#world.machines;
        const from = this.#world.now + gateway.offset - MAX_COUNTS_AGE_MS;
        const reply = await this.call<ReturnType<typeof countViews>>(desk.countInquiries);
        const { builtIn, back } = reply ?? {};
        if (!builtIn || back === undefined) return undefined;
        return { seen: { builtIn, back }, times: [from, this.#world.now + gateway.offset] };
      },
      countViews,
    );
  }

  compareFacets(): Promise<void> {
    return this.compare(
      'the facets',
      async () => {
        const reply = await this.call<Facets>(desk.listFacets);
        if (!reply) return undefined;
        const toCounts = (values: Facets['facets'][string] = []) =>
          sortCounts(values.map(({ value, count }) => [fold(value), count]));
        const names = Object.keys(countFacets([]));
        const facets = Object.fromEntries(names.map((name) => [name, toCounts(reply.facets[name])]));
        return { seen: { total: reply.total, ...facets }, times: [0] };
      },
      (inquiries) => ({ total: inquiries.length, ...countFacets(inquiries) }),
    );
  }

  compareOverviewNow(): Promise<void> {
    return this.compare(
      'what needs somebody',
      async () => {
        const reply = await this.call<ReturnType<typeof countPending> & { readAt: number }>(
          desk.viewOverviewNow,
        );
        if (!reply) return undefined;
        const { waiting, overdue, dueSoon, unread, returned, readAt } = reply;
        return { seen: { waiting, overdue, dueSoon, unread, returned }, times: [readAt] };
      },
      countPending,
    );
  }

  /** Compares the figures of the last days; they must be up to date. */
  compareOverview(): Promise<void> {
    const { now, timeZone } = this.#world;
    const days = [-2, -1, 0].map((ago) => addDays(dayAt(now, timeZone), ago));
    return this.compare(
      'the overview',
      async () => {
        const query = { desde: days[0] ?? '', hasta: days.at(-1) ?? '' };
        const reply = await this.call<{ days: ReturnType<typeof countDays> }>(desk.viewOverview, query);
        if (!reply) return undefined;
        const seen = reply.days.map(({ day, inquiries, answered }) => ({ day, inquiries, answered }));
        return { seen, times: [now] };
      },
      (inquiries) => countDays(inquiries, days, timeZone),
    );
  }

  /** Compares the rows of a new file, while nobody changes anything. */
  compareExport(id: string): Promise<void> {
    return this.compare(
      'the export',
      async () => {
        const body = { id, format: 'json', headers: 'interface', masked: '1', columns: 'Agencia,sid' };
        const { people } = this.#world;
        const { status } = await people.call(this.#mail, desk.exportInquiries, { body });
        if (status !== desk.exportInquiries.success) return undefined;
        await sleep(this.#world, MINUTE_MS);
        const { text } = await people.call(this.#mail, desk.downloadExport, { params: { id } });
        const { rows } = JSON.parse(text || '{"rows":[]}') as { rows: Record<'Agencia' | 'sid', string>[] };
        return { seen: rows.map(({ Agencia, sid }) => `${Agencia} ${sid}`), times: [0] };
      },
      (inquiries, viewer) => listIds(inquiries, undefined, viewer),
    );
  }
}

interface Page {
  rows: { adminMail: string; inquiry: { _links: Record<string, { href: string }> } }[];
  next: string | null;
  total: number | null;
  readAt: number;
}

interface Facets {
  facets: Record<string, { value: string; count: number }[]>;
  total: number;
}

/** The parts around the first difference of two texts. */
function shorten(is: string, shouldBe = ''): string {
  let at = 0;
  while (is[at] === shouldBe[at]) at += 1;
  const [seen, expected] = [is, shouldBe].map((text) => text.slice(Math.max(0, at - 40), at + 80));
  return `…${seen}…, not …${expected}…`;
}

/** Looks at lists, counts, facets and what needs somebody, as the inbox does. */
export async function lookAtLists(world: World, draw: SeededRandom, member: Member): Promise<void> {
  const viewer = new Viewer(world, member);
  await viewer.compareList(draw.pick([undefined, ...BUILT_IN_VIEW_NAMES]), draw.pick(['25', '100']));
  if (draw.chance(0.5)) await viewer.compareCounts();
  if (draw.chance(0.3)) await viewer.compareFacets();
  if (draw.chance(0.3)) await viewer.compareOverviewNow();
}

/** Looks at everything as a partner, a seller and one with their own inquiries only, while nobody else does anything. */
export async function lookAround(world: World, draw: SeededRandom): Promise<void> {
  for (const role of ['partner', 'seller', 'limited'])
    await lookAtAll(
      world,
      draw,
      draw.pick(
        world.template.members.filter((member) => (member.isLimited ? 'limited' : member.role) === role),
      ),
    );
}

async function lookAtAll(world: World, draw: SeededRandom, member: Member): Promise<void> {
  const viewer = new Viewer(world, member);
  for (const view of [undefined, ...BUILT_IN_VIEW_NAMES]) await viewer.compareList(view, '100');
  await viewer.compareCounts();
  await viewer.compareFacets();
  await viewer.compareOverviewNow();
  await viewer.compareOverview();
  await viewer.compareExport(draw.uuid());
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
