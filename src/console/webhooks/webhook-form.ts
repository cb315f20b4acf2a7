import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { AppWebhookUpsert, CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { makeSecret } from './settings.ts';
import type { Webhook } from './webhooks-queries.ts';

interface HeaderInputs {
  Name: string;
  Value: string;
}

/** What is typed; `keep` leaves the secret out, and so as it is. */
export interface WebhookInputs {
  Callback: string;
  secret: 'keep' | 'new' | 'none';
  Secret: string;
  Description: string;
  Activo: boolean;
  HeaderCustom01: HeaderInputs;
  HeaderCustom02: HeaderInputs;
  HeaderCustom03: HeaderInputs;
}

/** Where a refusal can be shown. */
export const INPUTS = [
  'Callback',
  'Secret',
  'Description',
  'Activo',
  ...CUSTOM_HEADERS.flatMap((slot) => [slot, `${slot}.Name`, `${slot}.Value`] as const),
] as const;

export function inputsOf(read: Webhook | null): WebhookInputs {
  const header = (slot: (typeof CUSTOM_HEADERS)[number]) => ({
    Name: read?.[slot]?.Name ?? '',
    Value: read?.[slot]?.Value ?? '',
  });
  return {
    Callback: read?.Callback ?? '',
    secret: read ? 'keep' : 'new',
    Secret: '',
    Description: read?.Description ?? '',
    Activo: read?.Activo ?? true,
    HeaderCustom01: header('HeaderCustom01'),
    HeaderCustom02: header('HeaderCustom02'),
    HeaderCustom03: header('HeaderCustom03'),
  };
}

/** Everything is sent, since a PUT replaces: an empty text is null. */
export function bodyOf(typed: WebhookInputs): AppWebhookUpsert {
  const header = (slot: (typeof CUSTOM_HEADERS)[number]) => {
    const { Name, Value } = typed[slot];
    return Name.trim() || Value.trim() ? { Name: Name.trim(), Value: Value.trim() } : null;
  };
  return {
    Callback: typed.Callback.trim(),
    ...(typed.secret !== 'keep' && { Secret: typed.secret === 'new' ? typed.Secret : null }),
    Description: typed.Description.trim() || null,
    Activo: typed.Activo,
    HeaderCustom01: header('HeaderCustom01'),
    HeaderCustom02: header('HeaderCustom02'),
    HeaderCustom03: header('HeaderCustom03'),
  };
}

export function useWebhookForm(
  read: Webhook | null,
): UseFormReturn<WebhookInputs, unknown, AppWebhookUpsert> {
  const judge = zodResolver(AppWebhookUpsert) as unknown as Resolver<
    AppWebhookUpsert,
    unknown,
    AppWebhookUpsert
  >;
  const resolver: Resolver<WebhookInputs, unknown, AppWebhookUpsert> = (typed, context, options) =>
    judge(bodyOf(typed), context, options as never);
  // A topic begins with a secret, so that what arrives can be believed.
  const [begin] = useState(() => ({ ...inputsOf(read), ...(!read && { Secret: makeSecret() }) }));
  return useForm<WebhookInputs, unknown, AppWebhookUpsert>({
    resolver,
    defaultValues: begin,
  });
}
