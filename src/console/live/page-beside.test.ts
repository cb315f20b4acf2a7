import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '#contract/desk/sessions.ts';
import { queryClient } from '#console/api/query-client.ts';
import { startLive } from './live.ts';
import { pageBeside } from './page-beside.ts';
import type { LiveEvent } from './stream.ts';

const AGENCY = 'ventas@ruta9.example';
const SID = '01JC0000000000000000000000';

const stream = vi.hoisted(() => ({ hear: (() => {}) as (event: LiveEvent) => void }));
vi.mock('./line.ts', async (original) => ({
  ...(await original<object>()),
  followLine: (_: string, listener: { heard: (event: LiveEvent, leads: boolean) => void }) => {
    stream.hear = (event) => listener.heard(event, false);
    return () => {};
  },
}));

const answer = { Desde: '', Hasta: '', Pagina: 1, Total: 0, PerPagina: 25, _links: {}, _entries: [] };
const fetched = vi.fn<typeof fetch>(async () => Response.json(answer));
const read = () => queryClient.fetchQuery(pageBeside(AGENCY, {}));

let end = () => {};
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  end = startLive({ person: { id: 'ana' } } as Session);
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
  fetched.mockClear();
});

it('is read once for those who ask at once', async () => {
  await Promise.all([read(), read()]);
  expect(fetched).toHaveBeenCalledOnce();
});

it('is read anew for an inquiry that arrived while it was read', async () => {
  const before = read();
  stream.hear({ kind: 'inquiry', data: { adminMail: AGENCY, sid: SID } });
  await Promise.all([before, read()]);
  expect(fetched).toHaveBeenCalledTimes(2);
});
