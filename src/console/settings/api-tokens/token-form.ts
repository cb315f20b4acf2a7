import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type CreateInstallationToken,
  type CreatePersonalToken,
  CreatePersonalToken as TokenSchema,
  MAX_TOKEN_AGENCIES,
  TOKEN_KINDS,
} from '#contract/desk/api-tokens.ts';
import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import { ROLES, type Role } from '#contract/desk/sessions.ts';
import { CurrentPassword } from '#contract/desk/signing-in.ts';
import { AdminMail } from '#contract/values.ts';

const { name, scopes, days } = TokenSchema.shape;

interface Reach {
  kind: (typeof TOKEN_KINDS)[number];
  role: Role;
  reach: 'all' | 'some';
}

export const isLimited = ({ kind, role, reach }: Reach): boolean =>
  kind === 'installation' && role === 'seller' && reach === 'some';

const createSchema = (needsPassword: boolean) =>
  z
    .object({
      name,
      scopes,
      days,
      kind: z.enum(TOKEN_KINDS),
      role: z.enum(ROLES),
      reach: z.enum(['all', 'some']),
      agencies: z.array(AdminMail).check(z.maxLength(MAX_TOKEN_AGENCIES)),
      password: needsPassword ? CurrentPassword : z.string(),
    })
    .check(
      z.refine((values) => !isLimited(values) || values.agencies.length > 0, {
        path: ['agencies'],
        error: 'agency-needed' satisfies FieldErrorCode,
      }),
    );

export type TokenValues = z.infer<ReturnType<typeof createSchema>>;
export type TokenForm = UseFormReturn<TokenValues>;

export const TOKEN_FIELDS = ['name', 'scopes', 'days', 'role', 'agencies', 'password'] as const;

export function useTokenForm(needsPassword: boolean): TokenForm {
  return useForm<TokenValues>({
    resolver: zodResolver(createSchema(needsPassword)),
    defaultValues: {
      name: '',
      scopes: [],
      days: 90,
      kind: 'personal',
      role: 'seller',
      reach: 'some',
      agencies: [],
      password: '',
    },
  });
}

export function toPersonalToken({ name, scopes, days, password }: TokenValues): CreatePersonalToken {
  return { name, scopes, days, ...(password && { password }) };
}

export function toInstallationToken(values: TokenValues): CreateInstallationToken {
  const { role, agencies } = values;
  return { ...toPersonalToken(values), role, agencies: isLimited(values) ? agencies : null };
}
