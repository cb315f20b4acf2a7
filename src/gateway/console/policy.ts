import { createHash } from 'node:crypto';
import { desk } from '#contract/desk/desk.ts';

export type Policy = Record<string, string[]>;

/** Where browsers say what the policy kept from happening, and the name of that place in the headers. */
export const REPORTS_PATH = desk.reportPolicy.path;
export const REPORTS_GROUP = 'policy';

/** Content security policy of a page: its own inline scripts and styles by hash, everything else from here. */
export function policyOf(html: string, { https }: { https: boolean }): Policy {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashesOf(html, 'script')],
    'style-src': ["'self'", ...hashesOf(html, 'style')],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'report-uri': [REPORTS_PATH],
    // Where there is a group the former is not looked at, and groups are for https.
    ...(https && { 'upgrade-insecure-requests': [], 'report-to': [REPORTS_GROUP] }),
  };
}

/** The policy as a header, with the nonce for styles that the page makes itself. */
export function policyHeader(policy: Policy, styleNonce: string): string {
  return policyText({ ...policy, 'style-src': [...(policy['style-src'] ?? []), `'nonce-${styleNonce}'`] });
}

export function policyText(policy: Policy): string {
  return Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi');
  return [...html.matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
