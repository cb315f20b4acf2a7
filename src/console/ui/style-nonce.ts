/** MUI's styles pass the content security policy by this nonce; the development server has none. */
export function styleNonce(): string {
  const block = document.querySelector('#desk')?.textContent;
  const { styleNonce = '' }: { styleNonce?: string } = block ? JSON.parse(block) : {};
  return styleNonce;
}
