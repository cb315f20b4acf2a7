import { addressOf } from '#contract/endpoint.ts';
import type { PageData } from '#contract/desk/page.ts';
import { dayAt } from '#contract/window.ts';
import { inboxRequest, readInboxAddress } from './inquiries/address.ts';
import { applyColorScheme } from './ui/color-scheme.ts';

// Runs in the head of the page, inlined by the build: theme before the first paint, and the inbox's calls under way
// while the code that will draw them is still loading. `call` picks the answers up by their address.

declare const LIST_PATH: string;
declare const ONE_PATH: string;

applyColorScheme();

const block = document.querySelector('#desk')?.textContent;
const { session }: Pick<PageData, 'session'> = block ? JSON.parse(block) : { session: null };
const [, page, mail, sid] = location.pathname.split('/');

if (session && page === 'inquiries') {
  const address = readInboxAddress(new URLSearchParams(location.search));
  const agencia = address.agencia ?? (mail && decodeURIComponent(mail));
  const early = new Map<string, Promise<Response>>();
  const ask = (url: string) => {
    const answer = fetch(url, { headers: { 'x-vitrina': '1', accept: 'application/json' } });
    // Whoever takes the answer sees the failure; nobody taking it is no fault.
    answer.catch(() => {});
    early.set(url, answer);
  };
  if (agencia) {
    const query = inboxRequest(address, dayAt(Date.now(), session.timeZone));
    ask(addressOf({ path: LIST_PATH }, { adminMail: agencia }, query));
  }
  if (mail && sid)
    ask(addressOf({ path: ONE_PATH }, { adminMail: decodeURIComponent(mail), sid: decodeURIComponent(sid) }));
  window.earlyAnswers = early;
}
