import { expect, it } from 'vitest';
import { AppWebhookUpsert } from '#contract/webhooks.ts';
import { differences, keptBody, makeSecret } from './settings.ts';

const read = {
  Callback: 'https://a.example/x',
  Secret: null,
  Description: 'Para el CRM',
  Activo: true,
  HeaderCustom01: { Name: 'X-A', Value: '1' },
  HeaderCustom02: null,
  Sello: 'nuevo',
};

it('writes every member as read, and leaves the secret to the gateway', () => {
  const body = keptBody(read);
  expect(AppWebhookUpsert.parse(body)).toEqual({
    Callback: 'https://a.example/x',
    Description: 'Para el CRM',
    Activo: true,
    HeaderCustom01: { Name: 'X-A', Value: '1' },
    HeaderCustom02: null,
    HeaderCustom03: null,
  });
  expect(differences(body, read)).toEqual([]);
});

it('tells where something else is read back', () => {
  const body = { ...keptBody(read), Activo: false, HeaderCustom02: { Name: 'X-B', Value: '2' } };
  expect(differences(body, read)).toEqual([
    { member: 'Activo', written: false, read: true },
    { member: 'HeaderCustom02', written: 'X-B: 2', read: null },
  ]);
});

it('makes secrets that the contract takes, each another', () => {
  const made = [makeSecret(), makeSecret()];
  for (const Secret of made)
    expect(AppWebhookUpsert.safeParse({ Callback: 'https://a.example', Secret }).success).toBe(true);
  expect(new Set(made).size).toBe(2);
});
