import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type FieldPath, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { WebhookDesk } from '#contract/desk/webhooks.ts';
import { AppWebhookUpsert, CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { generateSecret } from '#console/forms/NewSecretField.tsx';
import type { Webhook } from './webhook-queries.ts';

type HeaderSlot = (typeof CUSTOM_HEADERS)[number];

interface WebhookFields {
  Callback: string;
  /** `keep` leaves `Secret` out of the body. */
  secretAction: 'keep' | 'replace' | 'remove';
  Secret: string;
  Description: string;
  Activo: boolean;
  /** A header keeps its slot, so that removing another one does not show up as a change of it. */
  headers: { slot: HeaderSlot; Name: string; Value: string }[];
}

export type WebhookForm = UseFormReturn<WebhookFields, unknown, AppWebhookUpsert>;

export const FIELD_NAMES: readonly FieldPath<WebhookFields>[] = [
  'Callback',
  'Secret',
  'Description',
  'Activo',
  ...CUSTOM_HEADERS.flatMap(
    (_, index) => [`headers.${index}`, `headers.${index}.Name`, `headers.${index}.Value`] as const,
  ),
];

/** The member `HeaderCustom02.Name` is `headers.0.Name` if it is the only header. */
export function toFieldName(member: string, headers: WebhookFields['headers']): string {
  const [slot, ...rest] = member.split('.');
  const index = headers.findIndex((header) => header.slot === slot);
  return index === -1 ? member : ['headers', index, ...rest].join('.');
}

export function toFields(webhook: Webhook | null): WebhookFields {
  return {
    Callback: webhook?.Callback ?? '',
    secretAction: webhook ? 'keep' : 'replace',
    Secret: '',
    Description: webhook?.Description ?? '',
    Activo: webhook?.Activo ?? true,
    headers: CUSTOM_HEADERS.flatMap((slot) => {
      const header = webhook?.[slot];
      return header ? [{ slot, Name: header.Name ?? '', Value: header.Value ?? '' }] : [];
    }),
  };
}

/** PUT replaces all settings: an empty text or header is null. */
export function toBody({ secretAction, headers, ...fields }: WebhookFields): AppWebhookUpsert {
  const header = (slot: HeaderSlot) => {
    const { Name = '', Value = '' } = headers.find((candidate) => candidate.slot === slot) ?? {};
    return Name.trim() || Value.trim() ? { Name: Name.trim(), Value: Value.trim() } : null;
  };
  return {
    Callback: fields.Callback.trim(),
    ...(secretAction !== 'keep' && { Secret: secretAction === 'replace' ? fields.Secret : null }),
    Description: fields.Description.trim() || null,
    Activo: fields.Activo,
    HeaderCustom01: header('HeaderCustom01'),
    HeaderCustom02: header('HeaderCustom02'),
    HeaderCustom03: header('HeaderCustom03'),
  };
}

export const PREPARED_CHANGES = ['receiver', 'active', 'secret'] as const;
export type PreparedChange = (typeof PREPARED_CHANGES)[number];

type GatewayTopic = Pick<WebhookDesk, 'receiver' | 'secret'>;

export function prepareFields(
  fields: WebhookFields,
  change: PreparedChange | undefined,
  topic: GatewayTopic | undefined,
): WebhookFields {
  const secret = { secretAction: 'replace', Secret: generateSecret() } as const;
  if (change === 'active') return { ...fields, Activo: true };
  if (change === 'secret') return { ...fields, ...secret };
  if (change !== 'receiver' || !topic) return fields;
  // The receiver only accepts messages that are signed with a secret stored here.
  const { secretAction, Secret } = fields;
  const isSigned =
    secretAction === 'keep' ? topic.secret === 'kept' : secretAction === 'replace' && Secret !== '';
  return { ...fields, Callback: topic.receiver, ...(!isSigned && secret) };
}

export function useWebhookForm(
  webhook: Webhook | null,
  { change, topic }: { change: PreparedChange | undefined; topic: GatewayTopic | undefined },
): WebhookForm {
  // A new webhook starts with a secret, so that its messages can be verified.
  const [defaultValues] = useState(() => ({
    ...toFields(webhook),
    ...(!webhook && { Secret: generateSecret() }),
  }));
  const [values] = useState(() => prepareFields(defaultValues, change, topic));
  return useForm<WebhookFields, unknown, AppWebhookUpsert>({
    resolver,
    defaultValues,
    values,
    resetOptions: { keepDefaultValues: true },
  });
}

const validateBody = zodResolver(AppWebhookUpsert);

const resolver: Resolver<WebhookFields, unknown, AppWebhookUpsert> = async (fields, context, options) => {
  const result = await validateBody(toBody(fields), context, options as never);
  const headers = fields.headers.map(({ slot }) => result.errors[slot]);
  return {
    ...result,
    errors: headers.some(Boolean) ? { ...result.errors, headers } : result.errors,
  } as never;
};
