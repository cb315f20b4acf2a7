import type { SavedWebhookSettings } from '#contract/desk/webhooks.ts';
import { type AppWebhookUpsert, CUSTOM_HEADERS } from '#contract/webhooks.ts';
import type { Webhook } from './webhook-queries.ts';

/** The service never returns `Secret`, so it cannot be compared. */
const SETTING_NAMES = ['Callback', 'Activo', 'Description', ...CUSTOM_HEADERS] as const;
export type SettingName = (typeof SETTING_NAMES)[number];
type SettingValue = string | boolean | null;

export type Settings = {
  [Name in SettingName]?: SettingValue | { Name?: string | null; Value?: string | null } | undefined;
};

export interface SettingDifference {
  name: SettingName;
  sent: SettingValue;
  stored: SettingValue;
}

/** The gateway adds `Secret` if it has it. */
export function toUpsertBody(webhook: Webhook): AppWebhookUpsert {
  const header = (slot: (typeof CUSTOM_HEADERS)[number]) => {
    const { Name, Value } = webhook[slot] ?? {};
    return Name && typeof Value === 'string' ? { Name, Value } : null;
  };
  return {
    Callback: webhook.Callback,
    Description: webhook.Description ?? null,
    Activo: webhook.Activo ?? true,
    HeaderCustom01: header('HeaderCustom01'),
    HeaderCustom02: header('HeaderCustom02'),
    HeaderCustom03: header('HeaderCustom03'),
  };
}

export function historySettings({ callback, active, description, headers }: SavedWebhookSettings): Settings {
  const [HeaderCustom01 = null, HeaderCustom02 = null, HeaderCustom03 = null] = headers;
  return {
    Callback: callback,
    Activo: active,
    Description: description,
    HeaderCustom01,
    HeaderCustom02,
    HeaderCustom03,
  };
}

export function settingValue(settings: Settings, name: SettingName): SettingValue {
  const value = settings[name] ?? null;
  if (name === 'Activo') return value !== false;
  return typeof value === 'object' && value ? `${value.Name ?? ''}: ${value.Value ?? ''}` : value;
}

export function findDifferences(sent: Settings, stored: Settings): SettingDifference[] {
  return SETTING_NAMES.map((name) => ({
    name,
    sent: settingValue(sent, name),
    stored: settingValue(stored, name),
  })).filter((pair) => pair.sent !== pair.stored);
}

export function isSameAsHistory(saved: SavedWebhookSettings, webhook: Webhook): boolean {
  return findDifferences(historySettings(saved), webhook).length === 0;
}

export function changedSettings(
  saved: SavedWebhookSettings,
  previous: SavedWebhookSettings | null,
): (SettingName | 'Secret')[] {
  const settings = historySettings(saved);
  const names = previous
    ? findDifferences(historySettings(previous), settings).map(({ name }) => name)
    : SETTING_NAMES.filter((name) => settingValue(settings, name) !== null);
  return previous?.secret === saved.secret ? names : [...names, 'Secret'];
}
