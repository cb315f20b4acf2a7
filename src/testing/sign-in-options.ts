import { onTestFinished, vi } from 'vitest';
import type { SignInOptions } from '#contract/desk/page.ts';

/** Puts the ways to sign in into the page until the test ends, as the gateway does. */
export function setSignInOptions(signInOptions: SignInOptions): void {
  const data = document.createElement('script');
  data.id = 'desk';
  data.type = 'application/json';
  data.textContent = JSON.stringify({ session: null, styleNonce: '', signInOptions });
  document.head.append(data);
  onTestFinished(() => data.remove());
}

/** Lets the page find passkeys until the test ends; the browser uses none, as when the person cancels. */
export function stubPasskeys(): void {
  setSignInOptions({ provider: null, passwords: true, passkeyOrigin: location.origin });
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  const cancel = () => Promise.reject(new DOMException('Canceled', 'NotAllowedError'));
  const credentials = { get: cancel, create: cancel };
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'));
}
