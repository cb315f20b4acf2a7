import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export interface TcpProxy extends AsyncDisposable {
  /** URL of the target through the proxy. */
  url: string;
  /** `frozen`: connections stay open without traffic. `away`: connections are closed at once. */
  state: 'passing' | 'frozen' | 'away';
}

/** Opens a TCP proxy to `target`, to simulate network failures. */
export async function openTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let state: TcpProxy['state'] = 'passing';
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (state === 'away') {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    track(upstream);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to).once('close', () => from.destroy());
      if (state === 'frozen') from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    get state() {
      return state;
    },
    set state(next) {
      state = next;
      for (const socket of sockets)
        if (next === 'away') socket.destroy();
        else if (next === 'frozen') socket.pause();
        else socket.resume();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
