/** Nonce with which the page's content security policy lets MUI's styles in; empty on the development server. */
export function styleNonce(): string {
  const block = document.querySelector('#desk')?.textContent;
  const { styleNonce = '' }: { styleNonce?: string } = block ? JSON.parse(block) : {};
  return styleNonce;
}
