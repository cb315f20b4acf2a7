import { createHash } from 'node:crypto';

export type Policy = Record<string, string[]>;

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
    ...(https && { 'upgrade-insecure-requests': [] }),
  };
}

/** The policy as a header, with the nonce for styles that the page makes itself. */
export function policyHeader(policy: Policy, styleNonce: string): string {
  const nonce = ` 'nonce-${styleNonce}'`;
  return Object.entries(policy)
    .map(([name, values]) => `${[name, ...values].join(' ')}${name === 'style-src' ? nonce : ''}`)
    .join('; ');
}

function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi');
  return [...html.matchAll(inline)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
