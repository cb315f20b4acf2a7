import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Got {
  headers: IncomingHttpHeaders;
  body: string;
  /** Real time, in milliseconds since 1970. */
  at: number;
}

/** A callback on loopback: answers 204, or as the test says. */
export interface Receiver extends AsyncDisposable {
  url: string;
  got: Got[];
  /** Also those that asked nothing, as one that speaks TLS. */
  connections: number;
  answer: (response: ServerResponse) => void;
}

export async function openReceiver(host = '127.0.0.1', port = 0): Promise<Receiver> {
  const server = createServer((request, response) => {
    void take(request, response);
  });
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    receiver.got.push({ headers: request.headers, body, at: Date.now() });
    receiver.answer(response);
  }
  server.on('connection', () => {
    receiver.connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const receiver: Receiver = {
    url: `http://${host}:${typeof address === 'object' ? address?.port : ''}/hook`,
    got: [],
    connections: 0,
    answer: (response) => response.writeHead(204).end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      if (!server.listening) return;
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return receiver;
}
