import { ASKED_FIRST } from '#console/asked-first.ts';
import { patterns } from '#console/paths.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { expect, test } from './test.ts';

// The head script asks for what a page shows first: it must ask for the very same as the page, and nothing in vain.

const PARAMETERS = { adminMail: BUSY_AGENCY, topic: 'consulta-recibida', id: '1' };
const SEARCHES: Partial<Record<string, string>> = { cities: '?region=2' };

for (const name of Object.keys(ASKED_FIRST) as (keyof typeof ASKED_FIRST)[]) {
  // Of what nobody has made yet there is no address.
  if (['delivery', 'person'].includes(name)) continue;
  const parameters = name === 'city' ? { ...PARAMETERS, id: '1000' } : PARAMETERS;
  const path = patterns[name].replaceAll(
    /:(\w+)/g,
    (_, parameter: keyof typeof parameters) => parameters[parameter],
  );

  test(`${path} shows what was asked for ahead`, async ({ page, signIn }) => {
    await signIn('partner', '/settings/me');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      // The page before may just have begun to listen.
      if (request.method() === 'GET' && /^\/(v3|desk)\/(?!events)/.test(pathname))
        asked.push(pathname + search);
    });
    await page.goto(`${path}${SEARCHES[name] ?? ''}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.earlyAnswers?.size)).toBe(0);
    expect(asked.length).toBeGreaterThanOrEqual(ASKED_FIRST[name]?.of.length ?? 1);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  });
}
