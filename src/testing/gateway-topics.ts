import type { WebhookDesk } from '#contract/desk/webhooks.ts';

/** The topic of inquiries as the gateway shows it: sent to the gateway, with nothing received yet. */
export function gatewayTopic(known: Partial<WebhookDesk> = {}): WebhookDesk {
  const receiver = 'https://vitrina.example/hooks/1';
  return {
    topic: 'consulta-recibida',
    description: null,
    configured: true,
    active: true,
    callback: receiver,
    secret: 'kept',
    receiver,
    isPrivate: false,
    lastHeardAt: null,
    unseenAt: null,
    lastActive: true,
    failure: null,
    incidents: [],
    lastDay: { arrived: 0, refused: 0, refusalReason: null, retries: 0, missed: 0 },
    ...known,
  };
}
