type SessionMessage = { type: 'activity' } | { type: 'signed-out' } | { type: 'signed-in'; personId: string };

const CHANNEL = 'vitrina-session';
const channel = new BroadcastChannel(CHANNEL);

export function postTabMessage(message: SessionMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(message);
}

export function onTabMessage(listener: (message: SessionMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<SessionMessage>) => listener(data);
  channel.addEventListener('message', onMessage);
  return () => channel.removeEventListener('message', onMessage);
}

/** Listens to every sign-in, in this tab too: messages reach the other channels of the tab that posts them. */
export function onSignIn(listener: (personId: string) => void): void {
  new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }: MessageEvent<SessionMessage>) => {
    if (data.type === 'signed-in') listener(data.personId);
  });
}
