/** What the tabs of one browser tell each other about the session that they share. */
export type News =
  | { what: 'used' }
  | { what: 'signed-out' }
  /** `person`: the id of who is signed in now. */
  | { what: 'signed-in'; person: string };

/** Another channel of this name hears this tab too. */
export const SESSION_CHANNEL = 'vitrina-session';
const channel = new BroadcastChannel(SESSION_CHANNEL);

export function tellTabs(news: News): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(news);
}

/** Hears the other tabs, and never this one; returns what ends it. */
export function hearTabs(listener: (news: News) => void): () => void {
  const hear = ({ data }: MessageEvent<News>) => listener(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
