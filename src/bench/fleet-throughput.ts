import autocannon from 'autocannon';
import { desk } from '#contract/desk/desk.ts';
import { addressOf } from '#contract/endpoint.ts';
import { CONNECTIONS, randomBelow } from './number-options.ts';
import type { GatewaySession } from './sign-in.ts';

/** Pages of the inbox list a second, by one gateway, by two, and by all; without the proxy, which would be the limit. */
export async function measureThroughput(
  gateways: readonly string[],
  {
    sessions,
    adminMail,
    seconds,
  }: { sessions: readonly GatewaySession[]; adminMail: string; seconds: number },
) {
  const path = addressOf(desk.findInquiries, {}, { agencia: [adminMail], vista: 'esperando' });
  const measure = async (count: number) => {
    const results = await Promise.all(
      gateways.slice(0, count).map((url) =>
        autocannon({
          url,
          connections: Math.floor(CONNECTIONS / count),
          duration: seconds,
          requests: [
            {
              setupRequest: (request: autocannon.Request) => ({
                ...request,
                path,
                headers: sessions[randomBelow(sessions.length)]?.headers ?? {},
              }),
            },
          ],
        }),
      ),
    );
    return {
      gateways: count,
      'a second': Math.round(results.reduce((sum, { requests }) => sum + requests.average, 0)),
      'p50, ms': Math.max(...results.map(({ latency }) => latency.p50)),
      'p99, ms': Math.max(...results.map(({ latency }) => latency.p99)),
      failed: results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0),
    };
  };
  const table = [];
  for (let count = 1; count <= gateways.length; count++) table.push(await measure(count));
  return table;
}
