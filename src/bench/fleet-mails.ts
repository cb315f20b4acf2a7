import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer } from 'smtp-server';

export interface MailServer extends AsyncDisposable {
  url: string;
  /** Message ids of all mails by recipient, also those that were sent twice. */
  received: Map<string, string[]>;
}

/** An SMTP server that accepts every mail. */
export async function startMailServer(): Promise<MailServer> {
  const received = new Map<string, string[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      const keep = async () => {
        const [, id = ''] = /^message-id: (.+)\r$/im.exec(await text(stream)) ?? [];
        for (const { address } of envelope.rcptTo)
          received.set(address, [...(received.get(address) ?? []), id]);
      };
      callbackify(keep)(done);
    },
  });
  // A killed client breaks its connection.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
