import { escapeHtml } from '#mail/escape-html.ts';
import { sha256 } from '#signing/sha256.ts';

// The console's colours (`theme.ts`), in both schemes.
const STYLE = `:root{color-scheme:light dark;--ink:#172022;--soft:#4c5a5d;--ground:#f5f7f7;--paper:#fff;--line:#dce2e3;--accent:#0b646d;--on-accent:#fff;--error:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e8eeef;--soft:#a9b6b8;--ground:#0f1415;--paper:#161c1e;--line:#2b3436;--accent:#6ccbd4;--on-accent:#06292d;--error:#ff9a90}}
body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem;color:var(--ink);background:var(--ground)}
main{max-width:26rem;margin:0 auto;padding:2rem;border:1px solid var(--line);border-radius:.5rem;background:var(--paper)}
h1{margin:0 0 1rem;font-size:1.25rem}
label{display:block;margin-top:1rem;color:var(--soft);font-size:.875rem}
input{font:inherit;width:100%;box-sizing:border-box;min-height:2.75rem;padding:.5rem .75rem;border:1px solid color-mix(in srgb,var(--ink) 48%,var(--paper));border-radius:.375rem;color:inherit;background:var(--paper)}
button{font:inherit;font-weight:600;width:100%;min-height:2.75rem;margin-top:1.5rem;border:0;border-radius:.375rem;background:var(--accent);color:var(--on-accent);cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.error{margin:.25rem 0 0;color:var(--error)}`;

const STYLE_HASH = sha256(STYLE, 'base64');

/** The pages may use their own style and submit their form here; scripts are forbidden. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  // The URL contains the token.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export interface FormFields {
  Nombre: string;
  Apellido: string;
}

/** Form that completes the registration, with the submitted values and their errors. */
export function renderFormPage(
  { mail, name, inviter }: { mail: string; name: string | null; inviter: string },
  fields: FormFields = { Nombre: '', Apellido: '' },
  errors: Partial<Record<string, string[]>> = {},
): string {
  const renderInput = (field: keyof FormFields, label: string, autocomplete: string) => {
    const [error] = errors[field] ?? [];
    const ariaAttributes =
      error === undefined ? '' : ` aria-invalid="true" aria-describedby="${field}-error"`;
    const message =
      error === undefined ? '' : `<p class="error" id="${field}-error">${escapeHtml(error)}</p>`;
    return `<label for="${field}">${label}</label>
<input id="${field}" name="${field}" required maxlength="50" autocomplete="${autocomplete}" value="${escapeHtml(fields[field])}"${ariaAttributes}>${message}`;
  };
  return renderPage(
    'Completar el registro',
    `<p>${escapeHtml(inviter)} te invita. Vas a administrar la cuenta de <strong>${escapeHtml(name ?? 'tu agencia')}</strong> con el correo <strong>${escapeHtml(mail)}</strong>.</p>
<form method="post">
${renderInput('Nombre', 'Nombre', 'given-name')}
${renderInput('Apellido', 'Apellido', 'family-name')}
<button>Completar el registro</button>
</form>`,
  );
}

export function renderMessagePage(title: string, text: string): string {
  return renderPage(title, `<p>${escapeHtml(text)}</p>`);
}

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
</main></body></html>`;
}
