/** What the tabs of one browser tell each other about the session that they share. */
export type News =
  | { what: 'used' }
  | { what: 'signed-out' }
  /** `person`: the id of who is signed in now. */
  | { what: 'signed-in'; person: string };

// `signed-in-again.ts` hears it, too.
const channel = new BroadcastChannel('vitrina-session');

export function postTabMessage(news: News): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(news);
}

/** Hears the other tabs, and never this one; returns what ends it. */
export function onTabMessage(listener: (news: News) => void): () => void {
  const hear = ({ data }: MessageEvent<News>) => listener(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
