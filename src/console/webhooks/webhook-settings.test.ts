import { expect, it } from 'vitest';
import type { SavedWebhookSettings } from '#contract/desk/webhooks.ts';
import { AppWebhookUpsert } from '#contract/webhooks.ts';
import { generateSecret } from '#console/forms/NewSecretField.tsx';
import {
  changedSettings,
  findDifferences,
  historySettings,
  settingValue,
  toUpsertBody,
} from './webhook-settings.ts';

const read = {
  Callback: 'https://a.example/x',
  Secret: null,
  Description: 'Para el CRM',
  Activo: true,
  HeaderCustom01: { Name: 'X-A', Value: '1' },
  HeaderCustom02: null,
  Sello: 'nuevo',
};

it('the settings of a webhook are all that was read but the secret', () => {
  const body = toUpsertBody(read);
  expect(AppWebhookUpsert.parse(body)).toEqual({
    Callback: 'https://a.example/x',
    Description: 'Para el CRM',
    Activo: true,
    HeaderCustom01: { Name: 'X-A', Value: '1' },
    HeaderCustom02: null,
    HeaderCustom03: null,
  });
  expect(findDifferences(body, read)).toEqual([]);
});

it('settings that were stored differently than sent are found', () => {
  const body = { ...toUpsertBody(read), Activo: false, HeaderCustom02: { Name: 'X-B', Value: '2' } };
  expect(findDifferences(body, read)).toEqual([
    { name: 'Activo', sent: false, stored: true },
    { name: 'HeaderCustom02', sent: 'X-B: 2', stored: null },
  ]);
});

it('generated secrets are valid and distinct', () => {
  const secrets = [generateSecret(), generateSecret()];
  for (const Secret of secrets)
    expect(AppWebhookUpsert.safeParse({ Callback: 'https://a.example', Secret }).success).toBe(true);
  expect(new Set(secrets).size).toBe(2);
});

const settings: SavedWebhookSettings = {
  callback: 'https://a.example/x',
  description: null,
  active: true,
  headers: [null, { Name: 'X-B', Value: '2' }],
  secret: 'kept',
};

it('the first change of a history lists all its settings', () => {
  expect(changedSettings(settings, null)).toEqual(['Callback', 'Activo', 'HeaderCustom02', 'Secret']);
});

it('a later change of a history lists the settings that differ', () => {
  const next: SavedWebhookSettings = { ...settings, active: false, headers: [], secret: 'none' };
  expect(changedSettings(next, settings)).toEqual(['Activo', 'HeaderCustom02', 'Secret']);
  expect(changedSettings(settings, settings)).toEqual([]);
  expect(settingValue(historySettings(settings), 'HeaderCustom02')).toBe('X-B: 2');
  expect(settingValue(historySettings(next), 'HeaderCustom02')).toBeNull();
});
