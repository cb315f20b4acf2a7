import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type FollowUpDetail, type TimelineEntry, followUpEndpoints } from '#contract/desk/follow-up.ts';
import { queryClient } from '#console/api/query-client.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { UNTOUCHED_FOLLOW_UP } from '#testing/follow-ups.ts';
import { renderPart } from '#testing/render-console.tsx';
import { FollowUpProvider } from './follow-up-context.tsx';
import { followUpQuery } from './follow-up-queries.ts';
import { Timeline } from './Timeline.tsx';

const INQUIRY = { adminMail: 'ventas@ruta9.example', sid: '01JCXXXXXXXXXXXXXXXXXXXXXX' };
const ANA = { id: '1', name: 'Ana Paz' };
const PAGE = 30;

const ENTRIES = Array.from({ length: 70 }, (_, at): TimelineEntry => {
  const number = 70 - at;
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const change = { kind: 'note' as const, text: `Nota ${number}.`, contact: false };
  return { id, at: number * 1000, by: ANA, change, to: null, undone: false };
});

function detailBefore(before: string | null): FollowUpDetail {
  const start = before === null ? 0 : ENTRIES.findIndex(({ id }) => id === before) + 1;
  const followUp = { ...UNTOUCHED_FOLLOW_UP, sid: INQUIRY.sid, notes: 70, changedAt: 70_000 };
  return { followUp, timeline: ENTRIES.slice(start, start + PAGE), entries: ENTRIES.length };
}

function Section() {
  const { data } = useQuery(followUpQuery(INQUIRY));
  return <FollowUpProvider inquiryKey={INQUIRY}>{data && <Timeline detail={data} />}</FollowUpProvider>;
}

test('older entries are loaded page by page, also after a failure, and stay when the newest page is refetched', async () => {
  const gateway = new FakeGateway().reply(followUpEndpoints.viewFollowUp, ({ query }) =>
    detailBefore(query.get('before')),
  );
  const { screen, user } = await renderPart(<Section />, { gateway, role: 'seller' });
  const notes = () => screen.getAllByText(/^Nota \d+\.$/).map(({ textContent }) => textContent);
  const loadMore = async (label: string, shown: number) => {
    await user.click(await screen.findByRole('button', { name: label }));
    await expect.poll(() => notes().length).toBe(shown);
  };
  await loadMore('Ver lo anterior (62)', 30);
  await expect.poll(() => document.activeElement?.textContent).toContain('Nota 62.');

  gateway.disconnect(followUpEndpoints.viewFollowUp);
  await user.click(screen.getByRole('button', { name: 'Ver lo anterior (40)' }));
  await screen.findByText(/No se pudo cargar lo anterior/);
  expect(notes()).toHaveLength(30);
  gateway.reply(followUpEndpoints.viewFollowUp, ({ query }) => detailBefore(query.get('before')));
  await loadMore('Reintentar', 60);
  await loadMore('Ver lo anterior (10)', 70);
  expect(screen.queryByRole('button', { name: /Ver lo anterior/ })).toBeNull();

  await queryClient.invalidateQueries({ queryKey: followUpQuery(INQUIRY).queryKey });
  expect(notes()).toEqual(ENTRIES.map(({ change }) => change.kind === 'note' && change.text));
});

const RESEND_JOB = { kind: 'job' as const, jobKind: 'resend' as const, rows: 12, id: null };

test('resends stand between the entries by their times, and older ones wait for older entries', async () => {
  const resend = (at: number, outcome: 'arrived' | 'unseen') => ({
    id: `resend ${at}`,
    at,
    by: 'Simón',
    outcome,
    isTest: outcome === 'arrived',
    ...(outcome === 'arrived' && { source: RESEND_JOB }),
  });
  const gateway = new FakeGateway().reply(followUpEndpoints.viewFollowUp, ({ query }) => ({
    ...detailBefore(query.get('before')),
    resends: [resend(69_500, 'arrived'), resend(2000, 'unseen')],
  }));
  const { screen } = await renderPart(<Section />, { gateway, role: 'seller' });
  const arrived = await screen.findByText('Simón reenvió su aviso: llegó');
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts.slice(0, 3)).toEqual([
    expect.stringContaining('Nota 70.'),
    expect.stringMatching(new RegExp(`^${arrived.textContent}.* · en un reenvío de 12 consultas$`)),
    expect.stringContaining('Nota 69.'),
  ]);
  expect(screen.queryByText('Simón reenvió su aviso: no llegó')).toBeNull();
});

test('the pinned note stands above the history, also where its entry is on an older page', async () => {
  const [pinned] = ENTRIES.slice(-1);
  const gateway = new FakeGateway().reply(followUpEndpoints.viewFollowUp, () => {
    const detail = detailBefore(null);
    return { ...detail, followUp: { ...detail.followUp, pinnedNote: pinned?.id }, pinned };
  });
  const { screen, user } = await renderPart(<Section />, { gateway, role: 'seller' });
  expect(await screen.findByText('Nota 1.')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'Fijar' })[0] as HTMLElement);
  await expect
    .poll(() => gateway.calls.at(-1)?.body)
    .toMatchObject({ change: { kind: 'pin', note: ENTRIES[0]?.id } });
});

test('people whom a note mentions are emphasized, and other names after an @ are not', async () => {
  const [first, second] = ENTRIES as [TimelineEntry, TimelineEntry];
  const note = (entry: TimelineEntry, text: string, mentionNames?: string[]): TimelineEntry => ({
    ...entry,
    change: { kind: 'note', text, contact: false },
    ...(mentionNames && { mentionNames }),
  });
  const timeline = [
    note(first, '@Zoe Gil y @Zoe Gil Pide, <b>mirá</b>', ['Zoe Gil']),
    note(second, 'Sin @nadie'),
  ];
  const gateway = new FakeGateway().reply(followUpEndpoints.viewFollowUp, {
    ...detailBefore(null),
    timeline,
    entries: 2,
  });
  const { screen } = await renderPart(<Section />, { gateway, role: 'seller' });
  const mentions = await screen.findAllByText('@Zoe Gil');
  expect(mentions.map(({ tagName }) => tagName)).toEqual(['B', 'B']);
  expect(mentions[0]?.parentElement?.textContent).toBe('@Zoe Gil y @Zoe Gil Pide, <b>mirá</b>');
  expect(screen.getByText('Sin @nadie').tagName).toBe('SPAN');
});

const withSource = (entry: TimelineEntry, source: TimelineEntry['source']): TimelineEntry => ({
  ...entry,
  ...(source && { source }),
});

test('an entry says with which token or in which job it was made, and links a job that the reader may open', async () => {
  const job = { kind: 'job' as const, jobKind: 'follow-up' as const, rows: 1200 };
  const sources: TimelineEntry['source'][] = [
    undefined,
    { kind: 'token', name: '<b>CRM</b>' },
    { ...job, id: INQUIRY.sid },
    { ...job, rows: 1, id: null },
    { ...job, jobKind: 'import', rows: 3, id: null },
    { ...job, jobKind: 'undo', rows: 2, id: null },
  ];
  const timeline = ENTRIES.slice(0, sources.length).map((entry, at) => withSource(entry, sources[at]));
  const gateway = new FakeGateway().reply(followUpEndpoints.viewFollowUp, {
    ...detailBefore(null),
    timeline,
    entries: timeline.length,
  });
  const { screen } = await renderPart(<Section />, { gateway, role: 'seller' });
  await screen.findByText(/con el token/);
  const shown = screen.getAllByRole('listitem').map(({ textContent }) => textContent.split(' · ')[1]);
  expect(shown).toEqual([
    undefined,
    'con el token «<b>CRM</b>»',
    'en un cambio de 1.200 consultas',
    'en un cambio de 1 consulta',
    'en una importación de 3 filas',
    'al deshacer un proceso de 2 consultas',
  ]);
  expect(
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toContainEqual(['en un cambio de 1.200 consultas', `/jobs/${INQUIRY.sid}`]);
});
