import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

test.each(['__proto__', 'constructor', 'toString'])(
  'an action and a reason without words are shown as they came: %s',
  async (word) => {
    const entry = {
      id: '01JCXXXXXXXXXXXXXXXXXXXXXX',
      at: 1_772_721_000_000,
      person: { id: '1', mail: 'socia@vitrina.example', role: 'partner' },
      address: '192.0.2.1',
      action: word,
      agency: null,
      target: null,
      outcome: 'refused',
      status: 403,
      code: word,
      asked: { from: null, to: null, filters: [word], view: null },
      given: null,
    };
    const gateway = new FakeGateway()
      .reply(desk.listAudit, { entries: [entry], more: false })
      .reply(desk.listPeople, { people: [], mails: 'sent' });
    const { screen } = await renderPage('/settings/audit', { gateway });
    const row = await screen.findByText(new RegExp(`hacer «${word}»`));
    expect(row.closest('tr, li')?.textContent).toContain(word);
    expect(document.body.textContent.split(word).length - 1).toBeGreaterThanOrEqual(2);
  },
);
