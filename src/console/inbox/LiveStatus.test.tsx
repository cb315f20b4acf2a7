import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { parseInboxAddress } from '#console/inquiries/inbox-address.ts';
import { type InquiryListResult, readIndexAge } from '#console/inquiries/inquiry-list-result.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { LiveStatus } from './LiveStatus.tsx';

const AGENCY = 'ventas@ruta9.example';
const AGO = Date.now() - 5 * MINUTE_MS - 1000;

const index = { asOf: AGO, readAt: Date.now(), complete: true, failure: null };
const down = { ...index, failure: 'upstream-unreachable' as const };
const rest = { rows: [], next: null, total: 0, hours: {} };

function open(search: string, overrides: Partial<InquiryListResult>, newRows: object) {
  const list: InquiryListResult = {
    id: '',
    indexRequest: { agencia: [AGENCY] },
    rows: [],
    total: 0,
    paging: undefined,
    listedDays: undefined,
    isOfAnyDay: true,
    hasCopy: false,
    hours: {},
    isPlaceholder: false,
    isFetching: false,
    error: null,
    followUpError: null,
    readAt: Date.now(),
    newSince: 1,
    sidsOnOtherPages: new Set(),
    index: undefined,
    loadMore: undefined,
    refresh: () => undefined,
    ...overrides,
  };
  const gateway = new FakeGateway().reply(desk.findInquiries, newRows);
  const status = (
    <LiveStatus
      address={parseInboxAddress(new URLSearchParams(search))}
      list={list}
      period={null}
      onFirstPage={() => undefined}
      onShowRow={() => undefined}
    />
  );
  return renderPart(status, { gateway, path: `/inquiries?${search}` });
}

const label = { name: /hace|recién|al día/ };

test('a view shows its age while the service does not answer', async () => {
  const { screen } = await open(
    `agencia=${AGENCY}&vista=esperando`,
    { index: readIndexAge(down) },
    { ...rest, ...down },
  );
  expect((await screen.findByRole('button', label)).textContent).toBe('El servicio no responde · hace 5 min');
});

test('a list of the service shows its age once the gateway reports that the service does not answer', async () => {
  const { screen } = await open(`agencia=${AGENCY}`, { readAt: AGO }, { ...rest, ...down });
  await expect
    .poll(() => screen.getByRole('button', label).textContent)
    .toBe('El servicio no responde · hace 5 min');
});

test('a view shows the age of an index that was not updated for long, and no warning while nothing fails', async () => {
  const { screen } = await open(
    `agencia=${AGENCY}&vista=esperando`,
    { index: readIndexAge(index) },
    { ...rest, ...index },
  );
  expect((await screen.findByRole('button', label)).textContent).toBe('hace 5 min');
});
