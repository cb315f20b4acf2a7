import * as z from 'zod/mini';
import { Links } from '#contract/collection.ts';
import { pathParams } from '#contract/endpoint.ts';
import { sidOf } from '#contract/sid.ts';
import { v3 } from '#contract/v3.ts';
import { AdminMail } from '#contract/values.ts';

// decided: the members of payloads that the gateway uses (decisions: Webhooks).
const InquiryLinksSchema = z.looseObject({ _links: Links });
const RegistrationSchema = z.looseObject({ AdminMail, Momento: z.optional(z.nullable(z.string())) });

const OperatorSchema = z.looseObject({ OperadorResponsable: z.optional(z.nullable(z.string())) });

const { path } = v3.viewInquiry;
const INQUIRY_URL = new RegExp(
  path.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>[^/?#]+)`).replace(/^/, '^(?:[a-z]+://[^/]+)?'),
  'i',
);
const [AGENCY_PARAMETER = ''] = pathParams(path);

/** Agency and sid of an inquiry, from its links; null where they are missing. */
export function parseInquiryRef(payload: unknown): { agency: string | null; sid: string | null } {
  const parsed = z.safeParse(InquiryLinksSchema, payload);
  if (!parsed.success) return { agency: null, sid: null };
  const groups = INQUIRY_URL.exec(parsed.data._links.self?.href ?? '')?.groups;
  return { agency: decodeMail(groups?.[AGENCY_PARAMETER]), sid: sidOf(parsed.data) ?? null };
}

/** OperadorResponsable of an inquiry; null: none, or not in the payload. */
export function parseOperator(payload: unknown): string | null {
  return z.safeParse(OperatorSchema, payload).data?.OperadorResponsable ?? null;
}

/** Agency that completed its registration, and when, ms since 1970; undefined: not in the payload. */
export function parseRegistration(payload: unknown): { adminMail: string; at: number | null } | undefined {
  const parsed = z.safeParse(RegistrationSchema, payload);
  if (!parsed.success) return undefined;
  const at = Date.parse(parsed.data.Momento ?? '');
  return { adminMail: parsed.data.AdminMail, at: Number.isNaN(at) ? null : at };
}

function decodeMail(encoded: string | undefined): string | null {
  if (encoded === undefined || /%(?![\da-f]{2})/i.test(encoded)) return null;
  try {
    const mail = z.safeParse(AdminMail, decodeURIComponent(encoded));
    return mail.success ? mail.data : null;
  } catch (error) {
    // The body is not UTF-8.
    if (error instanceof URIError) return null;
    throw error;
  }
}
