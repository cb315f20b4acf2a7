import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Real time of arrival, ms since 1970. */
  at: number;
}

/** An HTTP server on loopback that records requests; replies 204 unless the test sets `respond`. */
export interface CallbackReceiver extends AsyncDisposable {
  url: string;
  requests: ReceivedRequest[];
  /** Number of connections, including those without an HTTP request, such as TLS handshakes. */
  connections: number;
  respond: (response: ServerResponse) => void;
}

export async function openCallbackReceiver(host = '127.0.0.1', port = 0): Promise<CallbackReceiver> {
  const server = createServer((request, response) => {
    void handle(request, response);
  });
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    receiver.requests.push({ path: request.url ?? '', headers: request.headers, body, at: Date.now() });
    receiver.respond(response);
  }
  server.on('connection', () => {
    receiver.connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const receiver: CallbackReceiver = {
    url: `http://${host}:${typeof address === 'object' ? address?.port : ''}/hook`,
    requests: [],
    connections: 0,
    respond: (response) => response.writeHead(204).end(),
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
