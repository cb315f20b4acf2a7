import { createHash } from 'node:crypto';
import { escapeHtml } from '#mail/escape-html.ts';

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color:#1c1b1f;background:#fff}
label{display:block;margin-top:1rem}
input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;border:1px solid #6b6b6b;border-radius:.25rem}
button{font:inherit;margin-top:1.5rem;padding:.5rem 1.5rem;border:0;border-radius:.25rem;background:#1a56a8;color:#fff}
.error{color:#a5121d}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

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
  { mail, name }: { mail: string; name: string | null },
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
    `<p>Vas a administrar la cuenta de <strong>${escapeHtml(name ?? 'tu agencia')}</strong> con el correo <strong>${escapeHtml(mail)}</strong>.</p>
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
