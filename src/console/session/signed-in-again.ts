import { type News, SESSION_CHANNEL } from './other-tabs.ts';

/** Tells whenever somebody signs in, in this tab or in another; `person` is their id. */
export function whenSignedIn(listener: (person: string) => void): void {
  // A channel of its own, which hears what this tab tells the others.
  new BroadcastChannel(SESSION_CHANNEL).addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.what === 'signed-in') listener(data.person);
  });
}
