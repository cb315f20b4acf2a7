import { expect, it } from 'vitest';
import { AppWebhookUpsert } from '#contract/webhooks.ts';
import { toBody, toFieldName, toFields } from './webhook-form.ts';
import { isSameAsHistory } from './webhook-settings.ts';

const read = {
  Callback: 'https://a.example/x',
  Secret: null,
  Description: null,
  Activo: false,
  HeaderCustom01: { Name: 'X-A', Value: '1' },
  HeaderCustom02: null,
  HeaderCustom03: null,
};

it('a body keeps the settings and leaves the secret out', () => {
  const body = toBody(toFields(read));
  expect('Secret' in body).toBe(false);
  expect(AppWebhookUpsert.parse(body)).toMatchObject({ Activo: false, Description: null });
  expect(body.HeaderCustom01).toEqual({ Name: 'X-A', Value: '1' });
});

it('a body replaces or removes the secret only where that is selected', () => {
  const fields = toFields(read);
  expect(toBody({ ...fields, secretAction: 'replace', Secret: 'x'.repeat(16) }).Secret).toBe('x'.repeat(16));
  expect(toBody({ ...fields, secretAction: 'remove' }).Secret).toBeNull();
});

it('a header without its name or value is rejected', () => {
  const body = toBody({ ...toFields(read), headers: [{ slot: 'HeaderCustom02', Name: 'X-B', Value: ' ' }] });
  const result = AppWebhookUpsert.safeParse(body);
  expect(result.error?.issues.map(({ path }) => path.join('.'))).toContain('HeaderCustom02.Value');
});

it('the current settings are recognized in the history', () => {
  const saved = {
    callback: read.Callback,
    description: null,
    active: false,
    headers: [{ Name: 'X-A', Value: '1' }],
    secret: 'kept' as const,
  };
  expect(isSameAsHistory(saved, read)).toBe(true);
  expect(isSameAsHistory({ ...saved, active: true }, read)).toBe(false);
  expect(isSameAsHistory({ ...saved, headers: [] }, read)).toBe(false);
});

it('the members of headers name fields by their position', () => {
  const headers = [{ slot: 'HeaderCustom02' as const, Name: 'X-B', Value: '2' }];
  expect(toFieldName('HeaderCustom02.Name', headers)).toBe('headers.0.Name');
  expect(toFieldName('HeaderCustom01', headers)).toBe('HeaderCustom01');
  expect(toFieldName('Callback', headers)).toBe('Callback');
});
