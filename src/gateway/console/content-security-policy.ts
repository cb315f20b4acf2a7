import { desk } from '#contract/desk/desk.ts';
import { sha256 } from '#signing/sha256.ts';

export type ContentSecurityPolicy = Record<string, string[]>;

/** Endpoint that receives violation reports, and its name in `Reporting-Endpoints`. */
export const REPORTS_PATH = desk.reportPolicy.path;
export const REPORTS_GROUP = 'policy';

/** Content security policy of a page: inline scripts and styles by hash, everything else from `self`. */
export function buildPolicy(html: string, { https }: { https: boolean }): ContentSecurityPolicy {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashInlineElements(html, 'script')],
    'style-src': ["'self'", ...hashInlineElements(html, 'style')],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'report-uri': [REPORTS_PATH],
    // `report-to` overrides `report-uri` and needs https.
    ...(https && { 'upgrade-insecure-requests': [], 'report-to': [REPORTS_GROUP] }),
  };
}

/** Formats the policy with a nonce for styles that the page adds at run time. */
export function formatPolicyWithNonce(policy: ContentSecurityPolicy, styleNonce: string): string {
  return formatPolicy({ ...policy, 'style-src': [...(policy['style-src'] ?? []), `'nonce-${styleNonce}'`] });
}

export function formatPolicy(policy: ContentSecurityPolicy): string {
  return Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

function hashInlineElements(html: string, tag: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi');
  return [...html.matchAll(inline)].map(([, text = '']) => `'sha256-${sha256(text, 'base64')}'`);
}
