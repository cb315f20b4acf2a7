import { expect, it } from 'vitest';
import { AppWebhookUpsert } from '#contract/webhooks.ts';
import { isSame } from './settings.ts';
import { bodyOf, inputsOf } from './webhook-form.ts';

const read = {
  Callback: 'https://a.example/x',
  Secret: null,
  Description: null,
  Activo: false,
  HeaderCustom01: { Name: 'X-A', Value: '1' },
  HeaderCustom02: null,
  HeaderCustom03: null,
};

it('writes back what was read, the secret left out', () => {
  const body = bodyOf(inputsOf(read));
  expect('Secret' in body).toBe(false);
  expect(AppWebhookUpsert.parse(body)).toMatchObject({ Activo: false, Description: null });
  expect(body.HeaderCustom01).toEqual({ Name: 'X-A', Value: '1' });
});

it('sets and removes the secret only when asked', () => {
  const typed = inputsOf(read);
  expect(bodyOf({ ...typed, secret: 'new', Secret: 'x'.repeat(16) }).Secret).toBe('x'.repeat(16));
  expect(bodyOf({ ...typed, secret: 'none' }).Secret).toBeNull();
});

it('tells a header with half of it missing', () => {
  const body = bodyOf({ ...inputsOf(read), HeaderCustom02: { Name: 'X-B', Value: ' ' } });
  const judged = AppWebhookUpsert.safeParse(body);
  expect(judged.error?.issues.map(({ path }) => path.join('.'))).toContain('HeaderCustom02.Value');
});

it('knows whether the history tells of what was read', () => {
  const kept = {
    callback: read.Callback,
    description: null,
    active: false,
    headers: [{ Name: 'X-A', Value: '1' }],
    secret: 'kept' as const,
  };
  expect(isSame(kept, read)).toBe(true);
  expect(isSame({ ...kept, active: true }, read)).toBe(false);
  expect(isSame({ ...kept, headers: [] }, read)).toBe(false);
});
