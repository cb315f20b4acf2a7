import type { News } from './tab-messages.ts';

/** Tells whenever somebody signs in, in this tab or in another; `person` is their id. */
export function onSignIn(listener: (person: string) => void): void {
  // A channel of its own hears this tab, too. That of `other-tabs.ts` does not, and what it exports is in the first screen.
  new BroadcastChannel('vitrina-session').addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.what === 'signed-in') listener(data.person);
  });
}
