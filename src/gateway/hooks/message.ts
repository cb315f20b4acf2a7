import * as z from 'zod/mini';
import { Links } from '#contract/collection.ts';
import { pathParams } from '#contract/endpoint.ts';
import { sidOf } from '#contract/sid.ts';
import { v3 } from '#contract/v3.ts';
import { AdminMail } from '#contract/values.ts';

// decided: what the payloads are, as far as it is acted on (decisions: Webhooks).
const WithLinks = z.looseObject({ _links: Links });
const Registration = z.looseObject({ AdminMail, Momento: z.optional(z.nullable(z.string())) });

const WithOperator = z.looseObject({ OperadorResponsable: z.optional(z.nullable(z.string())) });

const { path } = v3.viewInquiry;
const INQUIRY = new RegExp(
  path.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>[^/?#]+)`).replace(/^/, '^(?:[a-z]+://[^/]+)?'),
  'i',
);
const [AGENCY = ''] = pathParams(path);

/** Whom an inquiry is for, as its links say; null where they do not. */
export function inquiryOf(payload: unknown): { agency: string | null; sid: string | null } {
  const read = z.safeParse(WithLinks, payload);
  if (!read.success) return { agency: null, sid: null };
  const groups = INQUIRY.exec(read.data._links.self?.href ?? '')?.groups;
  return { agency: mailOf(groups?.[AGENCY]), sid: sidOf(read.data) ?? null };
}

/** Who is responsible for it; null: nobody, or the payload does not say. */
export function operatorOf(payload: unknown): string | null {
  return z.safeParse(WithOperator, payload).data?.OperadorResponsable ?? null;
}

/** Which agency completed its registration, and when; undefined where the payload does not say. */
export function registrationOf(payload: unknown): { adminMail: string; at: number | null } | undefined {
  const read = z.safeParse(Registration, payload);
  if (!read.success) return undefined;
  const at = Date.parse(read.data.Momento ?? '');
  return { adminMail: read.data.AdminMail, at: Number.isNaN(at) ? null : at };
}

function mailOf(encoded: string | undefined): string | null {
  if (encoded === undefined || /%(?![\da-f]{2})/i.test(encoded)) return null;
  try {
    const mail = z.safeParse(AdminMail, decodeURIComponent(encoded));
    return mail.success ? mail.data : null;
  } catch (error) {
    // Bytes that are not UTF-8.
    if (error instanceof URIError) return null;
    throw error;
  }
}
