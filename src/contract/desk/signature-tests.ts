import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { REFUSAL_REASONS } from './deliveries.ts';

/** `notification`: the interface's signature of the headers; `standard`: Standard Webhooks, which covers the body. */
export const SIGNATURE_STYLES = ['notification', 'standard'] as const;

/** Changes that turn the body that was pasted into the one that was signed; `kept`: into the one that arrived here. */
export const BODY_CHANGES = [
  'kept',
  'newline-added',
  'crlf-added',
  'end-trimmed',
  'lf-to-crlf',
  'crlf-to-lf',
  'bom-added',
  'bom-removed',
  'compact',
  'indented-2',
  'indented-4',
  'non-ascii-escaped',
] as const;
export type BodyChange = (typeof BODY_CHANGES)[number];

/**
 * - `valid`; `absent`: there is no signature of the style;
 * - `age`: valid, but its time is too far from ours, by `aheadMs`;
 * - `missing`, `malformed`: the `header`;
 * - `id`: its id is another than that of the notification;
 * - `key`: the secret begins with `whsec_` and holds no key;
 * - `body`: made with this secret for another body, which `change` makes of this one if it is known;
 * - `secret`: made with another secret, or for other headers;
 * - `secret-or-body`: made with another secret, or for another body.
 */
export const SIGNATURE_OUTCOMES = [
  'valid',
  'absent',
  'age',
  'missing',
  'malformed',
  'id',
  'key',
  'body',
  'secret',
  'secret-or-body',
] as const;

export const SignatureFinding = z.object({
  style: z.enum(SIGNATURE_STYLES),
  outcome: z.enum(SIGNATURE_OUTCOMES),
  header: z.optional(z.string()),
  /** Signed time less ours. */
  aheadMs: z.optional(z.number()),
  change: z.optional(z.nullable(z.enum(BODY_CHANGES))),
});
export type SignatureFinding = z.infer<typeof SignatureFinding>;

export const SignatureTest = z.strictObject({
  /** Lines such as `Notification-Topic: consulta-recibida`. */
  headers: z.string().check(z.minLength(1), z.maxLength(20_000)),
  body: z.string().check(z.maxLength(200_000)),
  /** Absent: the secrets that are kept for the topic of the headers. */
  secret: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
});
export type SignatureTest = z.infer<typeof SignatureTest>;

export const SignatureTestResult = z.object({
  /** Answer of the receiver; null: it would be accepted. */
  refusal: z.nullable(z.enum(REFUSAL_REASONS)),
  findings: z.array(SignatureFinding),
  /** First difference from the body that arrived here with the same id; null: none, or none is kept. */
  difference: z.nullable(
    z.object({
      /** Bytes before it. */
      offset: z.number(),
      line: z.number(),
      column: z.number(),
      kept: z.string(),
      pasted: z.string(),
    }),
  ),
});
export type SignatureTestResult = z.infer<typeof SignatureTestResult>;

export const signatureTestEndpoints = deskEndpoints({
  testSignature: endpoint({
    method: 'POST',
    path: '/desk/signature-tests',
    body: SignatureTest,
    maxBodyBytes: 1024 * 1024,
    reply: SignatureTestResult,
    success: 200,
    errors: [400, 401, 403, 429],
  }),
});
