import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { BUSY_AGENCY, SILENT_AGENCY, SMALL_AGENCY } from '#service/demo/agencies.ts';
import { changeFollowUp } from './actions.ts';
import { expectAccessible } from './axe.ts';
import { chooseOption, fillDate } from './fields.ts';
import { list, rows } from './inbox-page.ts';
import { test } from './own-agency.ts';
import { expect } from './test.ts';

const tasks = (page: Page) => page.getByRole('region', { name: 'Para atender ahora' });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const toNumber = (text: string) => Number(text.replaceAll('.', ''));

/** Returns the number of entries listed on the page; undefined while it is loading. */
async function countListed(page: Page): Promise<number | undefined> {
  if (page.url().includes('/inquiries')) {
    const [count] = await list(page)
      .getByText(/^(?:\S+ de )?[\d.]+ (?:consultas?|coinciden?)$/)
      .allTextContents();
    return count === undefined ? undefined : toNumber(/([\d.]+) \S+$/.exec(count)?.[1] ?? '');
  }
  const [loaded, table] = [page.getByRole('main').getByText('actualizado'), page.getByRole('table')];
  if (!(await loaded.isVisible())) return undefined;
  return (await table.getByRole('row').count()) - (await table.count());
}

test(
  'each number of an agency opens the inquiries that it counts',
  { tag: '@full' },
  async ({ page, agency, signIn, clientOf }) => {
    const inquiries = [
      await agency.receive('Ana'),
      await agency.receive('Beto'),
      await agency.receive('Carla'),
    ];
    const seller = await clientOf(agency.seller);
    const [first] = inquiries;
    if (first) await changeFollowUp(seller, first, { kind: 'touch', how: 'call' });
    const address = `/overview?agencia=${agency.adminMail}&desde=hoy`;
    await signIn('partner', address);
    for (const name of ['2 esperan respuesta', '2 sin leer']) {
      await tasks(page).getByRole('link', { name }).click();
      await expect(rows(page)).toHaveCount(2);
      await page.goto(address);
    }
    await expect(tasks(page).getByText(/venci(?:ó|eron) hoy/)).toHaveCount(0);
    await page
      .getByRole('list', { name: 'Cifras del período' })
      .getByRole('link', { name: 'Consultas: 3' })
      .click();
    await expect(rows(page)).toHaveCount(3);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(section(page, 'Respuesta')).toContainText('Llamada');
  },
);

for (const who of ['partner', 'support', 'seller'] as const)
  test(
    `each number that a ${who} sees opens a list with that many inquiries`,
    { tag: '@full' },
    async ({ page, signIn }) => {
      // Each list is a page of its own.
      test.slow();
      const agencies = [BUSY_AGENCY, SMALL_AGENCY, SILENT_AGENCY].map((mail) => `agencia=${mail}`).join('&');
      await signIn(
        who,
        who === 'seller' ? '/overview?desde=-6d&ver=demanda' : `/overview?${agencies}&desde=-6d&ver=demanda`,
      );
      await expect(section(page, 'Demanda')).toBeVisible();
      if (who !== 'seller') {
        await page.getByRole('button', { name: /por agencia$/ }).click();
        await expect(page.getByRole('table', { name: 'Ahora, por agencia' })).toBeVisible();
      }
      const links = await page
        .getByRole('main')
        .getByRole('link')
        .evaluateAll((all) =>
          // A share follows the number that it is of.
          all.map(
            (link) =>
              [(link.firstElementChild ?? link).textContent, link.getAttribute('href') ?? ''] as const,
          ),
        );
      const counts = links.filter(([text]) => /^[\d.]+(?: esperan? respuesta| sin leer)?$/.test(text));
      // Some of each kind of list: each of a kind differs in a value only.
      const kinds = Map.groupBy(counts, ([, href]) => href.replaceAll(/(cifra=[\w-]+|=)[^&]*/g, '$1'));
      const numbers = [...kinds.values()].flatMap((some) => some.slice(0, 2));
      expect(numbers.length).toBeGreaterThan(10);
      for (const [text, href] of numbers) {
        await page.goto(href);
        await expect
          .poll(() => countListed(page), { message: href })
          .toBe(toNumber(text.split(' ')[0] ?? ''));
      }
    },
  );

test(
  'agencies and days stay in the address, and Back restores them',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    await agency.receive('Ana');
    await signIn('support', '/overview');
    await page.getByRole('button', { name: 'Período: 30 días' }).click();
    await page.getByRole('button', { name: '7 días' }).click();
    await expect(page).toHaveURL('/overview?desde=-6d');
    await page.reload();
    await page.getByRole('button', { name: 'Período: 7 días' }).click();
    const day = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    await fillDate(page, 'Desde', day);
    await expect(page).toHaveURL(new RegExp(`desde=${day}&hasta=`));
    await page.keyboard.press('Escape');
    await page.goBack();
    await expect(page).toHaveURL('/overview?desde=-6d');
    await page.goto('/overview?desde=nunca');
    await expect(page.getByText('No se entiende «desde=nunca»')).toBeVisible();
  },
);

test(
  'the days are also offered as a table and as a file',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    await agency.receive('Ana');
    await signIn('partner', `/overview?agencia=${agency.adminMail}&desde=hoy`);
    const days = section(page, 'Por día');
    await expect(days.locator('svg').first()).toBeVisible();
    const download = page.waitForEvent('download');
    await days.getByRole('button', { name: 'Cómo se cuenta: Por día' }).click();
    await page.getByRole('button', { name: 'Exportar CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toMatch(/^\uFEFFDía;Consultas;Respondidas;.*\n\d{4}-\d{2}-\d{2};1;0;/);
    await page.keyboard.press('Escape');
    await chooseOption(page, 'Cifra', 'Tabla');
    await expect(days.getByRole('table').getByRole('link', { name: '1' })).toBeVisible();
  },
);

test(
  'an inquiry that arrives is counted without a reload',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    await agency.receive('Ana');
    await signIn(agency.seller, '/overview');
    await expect(page.getByRole('heading', { name: 'Mi día' })).toBeVisible();
    await expect(tasks(page).getByRole('link', { name: '1 espera respuesta' })).toBeVisible();
    await agency.receive('Beto');
    await expect(tasks(page).getByRole('link', { name: '2 esperan respuesta' })).toBeVisible({
      timeout: 40_000,
    });
  },
);

test(
  'the counts of the overview are requested once, before the code of the page',
  { tag: '@full' },
  async ({ page, agency, signIn }) => {
    const loaded: string[] = [];
    page.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname));
    await signIn('partner', `/overview?agencia=${agency.adminMail}`);
    await expect(tasks(page)).toBeVisible();
    const { path } = desk.viewOverviewNow;
    expect(loaded.filter((one) => one === path)).toHaveLength(1);
    const code = await page.locator('#console').getAttribute('data-overview');
    expect(code?.split(' ').filter((file) => !loaded.includes(file))).toEqual([]);
  },
);

test('the number of a row of the agencies opens their list', async ({ page, signIn }) => {
  await signIn('partner', '/overview?desde=-6d');
  await section(page, 'Por agencia')
    .getByRole('button', { name: /^Otras \d+ agencias$/ })
    .click();
  const cell = section(page, 'Por agencia').getByRole('row').nth(1).getByRole('cell').nth(1);
  const count = toNumber((await cell.innerText()).replaceAll(/[^\d.]/g, ''));
  await cell.getByRole('link').click();
  await expect.poll(() => countListed(page)).toBe(count);
});

/** A duration and a moment are one number each. */
const NUMBER = /\d[\d.,:]*(?: h \d+(?= min)| \p{L}{3} \d{4}| \p{L}{3}, \d\d:\d\d)?/gu;

test('the first two screens of a partner have at most 25 controls and 40 numbers', async ({
  page,
  signIn,
}) => {
  await signIn('partner', '/overview');
  await expect(section(page, 'Por agencia').getByRole('row')).toHaveCount(6);
  await expect(tasks(page).getByRole('link', { name: /esperan? respuesta$/ })).toBeVisible();
  // The rest of the page moves down while parts of it come.
  await expect(async () => {
    const { controls, text } = await readFirstScreens(page);
    expect(controls.length, controls.join(' | ')).toBeLessThanOrEqual(25);
    expect(text.match(NUMBER)?.length).toBeLessThanOrEqual(40);
  }).toPass();
});

/** Names of the controls, and the text, of as much of a page as two screens show. */
const readFirstScreens = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const isInFirstScreens = (element: Element | Range) => {
      const { top, width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && top < 2 * innerHeight;
    };
    const elements = main.querySelectorAll(
      'a[href], button, input:not([aria-hidden]), select, [role=tab], [role=combobox], [role=button]',
    );
    const texts: string[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNode(walker.currentNode);
      // Digits of charts, and of names and mail addresses, are no figures.
      const isNoFigure = walker.currentNode.parentElement?.closest('svg, bdi');
      if (!isNoFigure && isInFirstScreens(range)) texts.push(walker.currentNode.textContent ?? '');
    }
    const controls = [...elements].filter(isInFirstScreens).map((one) => one.ariaLabel ?? one.textContent);
    return { controls, text: texts.join('|') };
  });

test('partner admins and support start with the overview, sellers with their inbox', async ({
  page,
  signIn,
}) => {
  await signIn('partner', '/');
  await expect(page).toHaveURL('/overview');
  await page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: 'Consultas' }).click();
  await expect(page).toHaveURL(/\/inquiries/);
  await signIn('seller', '/');
  await expect(page).toHaveURL(/\/inquiries/);
});

test(
  'people are sorted by their figures only after the partner allowed it',
  { tag: '@full' },
  async ({ page, agency, signIn, clientOf }) => {
    await changeFollowUp(await clientOf(agency.seller), await agency.receive('Ana'), {
      kind: 'touch',
      how: 'mail',
    });
    const address = `/overview?agencia=${agency.adminMail}&ver=personas`;
    await signIn('partner', address);
    const people = section(page, 'Por persona');
    const ranking = people.getByRole('switch', { name: 'Ordenar a las personas por sus cifras' });
    const sort = people.getByRole('button', { name: 'Respondió' });
    await expect(people.getByRole('cell', { name: /Paula Rey/ })).toBeVisible();
    await expect(sort).toHaveCount(0);
    await ranking.click();
    await expect(sort).toBeVisible();
    await ranking.click();
    await expect(sort).toHaveCount(0);
    await signIn('support', address);
    await expect(people).toBeVisible();
    await expect(ranking).toHaveCount(0);
  },
);

test('the overview is printed on two sheets at most', { tag: '@full' }, async ({ page, signIn }) => {
  await signIn('partner', '/overview?desde=-89d');
  await expect(section(page, 'Por día').locator('svg').first()).toBeVisible();
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
});

for (const width of [360, 1440])
  test.describe(`${width} px`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height: 800 } });

    test('the overview is accessible', async ({ page, signIn }) => {
      await signIn('partner', '/overview');
      const days = section(page, 'Por día');
      await expect(days.locator('svg').first()).toBeVisible();
      await expectAccessible(page);
      await chooseOption(page, 'Cifra', 'Tabla');
      await expect(days.getByRole('table')).toBeVisible();
      const details = page.getByRole('tablist', { name: 'En detalle' });
      for (const name of ['Demanda', 'Personas', 'Embudo', 'Costo de la demora']) {
        await details.getByRole('tab', { name }).click();
        await expectAccessible(page);
      }
      const counted = { name: 'Cómo se cuenta: Para atender ahora' };
      await page.getByRole('button', counted).click();
      await expect(page.getByRole('dialog', counted)).toBeVisible();
      await expectAccessible(page);
    });
  });
