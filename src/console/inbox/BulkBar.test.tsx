import { beforeEach, expect, test } from 'vitest';
import type { ChangeFollowUps } from '#contract/desk/bulk-follow-up.ts';
import { desk } from '#contract/desk/desk.ts';
import type { Job, JobRow } from '#contract/desk/jobs.ts';
import { queryClient } from '#console/api/query-client.ts';
import type { Row } from '#console/inquiries/row.ts';
import type { InquiryListResult } from '#console/inquiries/inquiry-list-result.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { createJob, createJobRow } from '#testing/jobs.ts';
import { renderPart } from '#testing/render-console.tsx';
import { BulkBar } from './BulkBar.tsx';
import { RowCheckbox } from './late-row-parts.tsx';
import { SelectionContext, createSelectionStore } from './selection.ts';
import '#console/ui/UndoSnackbar.tsx';

const AGENCY = 'ventas@ruta9.example';
const sidOf = (name: string) => `01JC00000000000000000000${name}`;
const NAMES = ['A1', 'B2', 'C3', 'D4'];

const rows = NAMES.map((name, at): Row => ({
  adminMail: AGENCY,
  sid: sidOf(name),
  inquiry: { OperadorResponsable: null } as Row['inquiry'],
  followUp: at === 1 ? ({ version: 7 } as Row['followUp']) : null,
  seen: true,
  isRepeat: false,
  hasLeft: false,
}));

beforeEach(() => queryClient.clear());

function open(gateway: FakeGateway, total = NAMES.length, vista = 'esperando', shown = rows) {
  const store = createSelectionStore();
  store.setRows(shown);
  const indexRequest = { agencia: [AGENCY], vista };
  const list = { rows: shown, total, hours: {}, indexRequest } as unknown as InquiryListResult;
  return renderPart(
    <SelectionContext value={store}>
      {shown.map((row, at) => (
        <RowCheckbox key={row.sid} row={row} name={NAMES[at] ?? ''} />
      ))}
      <BulkBar list={list} isOpen={false} />
    </SelectionContext>,
    { gateway, role: 'seller' },
  );
}

const inquiryRow = (number: number, rest: Partial<JobRow> = {}) =>
  createJobRow({ number, adminMail: AGENCY, sid: sidOf(NAMES[number - 1] ?? ''), ...rest });

const repliesWith = (job: Partial<Job>) => (call: { body: ChangeFollowUps }) =>
  createJob({ id: call.body.id, change: call.body.change, ...job });

const bodies = ({ writes }: FakeGateway) => writes.map(({ body }) => body as ChangeFollowUps);

test('selected rows are changed with the versions on screen, and undone at once', async () => {
  const gateway = new FakeGateway().reply(desk.changeFollowUps, repliesWith({ rows: 3, done: 3 }));
  const { screen, user } = await open(gateway);
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(name) });
  await user.click(box('A1'));
  expect(await screen.findByRole('status', { name: '' })).toBeTruthy();
  await user.keyboard('{Shift>}');
  await user.click(box('C3'));
  await user.keyboard('{/Shift}');
  expect(box('B2').checked).toBe(true);
  expect(screen.getAllByText('3 elegidas').length).toBeGreaterThan(0);

  await user.click(screen.getByRole('button', { name: 'Estado…' }));
  await user.click(screen.getByRole('button', { name: 'Perdida' }));
  await user.click(screen.getByRole('button', { name: 'Por el precio' }));
  await expect.poll(() => gateway.writes).toHaveLength(1);
  expect(bodies(gateway)[0]).toMatchObject({
    change: { kind: 'status', status: 'lost', lostReason: 'price' },
    inquiries: [0, 7, 0].map((version, at) => ({ adminMail: AGENCY, sid: sidOf(NAMES[at] ?? ''), version })),
  });
  expect(await screen.findByText('3 consultas: Estado: Perdida: Por el precio')).toBeTruthy();
  expect(box('A1').checked).toBe(false);

  gateway.reply(desk.undoJob, createJob({ id: 'undo', kind: 'undo', rows: 3, done: 3 }));
  await user.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Deshecho')).toBeTruthy();
});

test('inquiries of several agencies are handed over to a seller of each', async () => {
  const gateway = new FakeGateway()
    .reply(desk.listColleagues, { colleagues: [], more: false })
    .reply(desk.changeFollowUps, repliesWith({ rows: 2, done: 2 }));
  const [first, second] = rows as [Row, Row];
  const shown = [first, { ...second, adminMail: 'hola@otra.example' }];
  const { screen, user } = await open(gateway, NAMES.length, 'tarde', shown);
  await user.click(screen.getByRole('checkbox', { name: /A1/ }));
  await user.click(screen.getByRole('button', { name: 'Pasarlas a…' }));
  await screen.findByText('No hay otra persona que vea todas estas consultas y trabaje en ellas.');
  await user.click(screen.getByRole('checkbox', { name: /B2/ }));
  await user.selectOptions(await screen.findByLabelText('A quién'), 'Quien atiende cada agencia');
  await user.click(screen.getByRole('button', { name: 'Pasarlas' }));
  await expect.poll(() => gateway.writes).toHaveLength(1);
  expect(bodies(gateway)[0]).toMatchObject({
    change: { kind: 'hand-over-by-agency' },
    inquiries: [{ adminMail: AGENCY }, { adminMail: 'hola@otra.example' }],
  });
  expect(await screen.findByText('2 consultas: Pasar a quien atiende cada agencia')).toBeTruthy();
});

test('inquiries that are late for long are closed by two acts', async () => {
  const gateway = new FakeGateway().reply(desk.changeFollowUps, repliesWith({ rows: 2193, done: 2193 }));
  const { screen, user } = await open(gateway, 2193, 'viejas');
  await user.click(await screen.findByRole('button', { name: 'Cerrar las 2.193…' }));
  await user.click(await screen.findByRole('button', { name: 'No contesta' }));
  await expect.poll(() => gateway.writes).toHaveLength(1);
  expect(bodies(gateway)[0]).toMatchObject({
    change: { kind: 'status', status: 'lost', lostReason: 'no-answer' },
    inquiries: { list: { agencia: [AGENCY], vista: 'viejas' }, expected: 2193 },
  });
});

test('a row that a colleague changed stays selected with the reason, and the change can be repeated for it', async () => {
  const gateway = new FakeGateway()
    .reply(desk.changeFollowUps, repliesWith({ rows: 2, done: 1, failed: 1 }))
    .reply(desk.listJobRows, {
      rows: [inquiryRow(2, { state: 'failed', code: 'changed-meanwhile' })],
      more: false,
    });
  const { screen, user } = await open(gateway);
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(name) });
  await user.click(box('A1'));
  await user.click(box('B2'));
  await user.click(screen.getByRole('button', { name: 'Tomarlas' }));
  const alert = await screen.findByText('1 de 2 no cambió, y sigue elegida.');
  expect(alert.closest('[role=alert]')?.textContent).toContain('1: Alguien la cambió mientras tanto');
  expect([box('A1').checked, box('B2').checked]).toEqual([false, true]);
  expect(box('B2').title).toBe('Alguien la cambió mientras tanto');
  expect(screen.getByRole('button', { name: 'Deshacer la que cambió' })).toBeTruthy();
  expect(screen.queryByText('1 consulta: Tomar')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Tomarlas' }));
  await expect.poll(() => bodies(gateway)[1]?.inquiries).toHaveLength(1);
});

test('a change whose reply does not arrive is retried with the same id', async () => {
  const gateway = new FakeGateway().disconnect(desk.changeFollowUps);
  const { screen, user } = await open(gateway);
  await user.click(screen.getByRole('checkbox', { name: /A1/ }));
  await user.click(screen.getByRole('button', { name: 'Soltarlas' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No se guardó.');
  gateway.reply(desk.changeFollowUps, repliesWith({ rows: 1, done: 1 }));
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('1 consulta: Soltar')).toBeTruthy();
  expect(new Set(bodies(gateway).map(({ id }) => id)).size).toBe(1);
});

test('a change of a whole view names the number that was shown, and offers the new number after the view has changed', async () => {
  const gateway = new FakeGateway()
    .refuse(desk.changeFollowUps, 409, { code: 'changed-meanwhile' })
    .reply(desk.findInquiries, {
      rows: [],
      next: null,
      total: 139,
      readAt: 1,
      hours: {},
      asOf: 1,
      complete: true,
      failure: null,
    });
  const { screen, user } = await open(gateway, 137);
  await user.click(screen.getByRole('checkbox', { name: /A1/ }));
  await user.click(screen.getByRole('button', { name: 'Las 137 de la vista' }));
  expect(screen.getAllByText('137 elegidas').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Tomarlas' }));
  const confirm = await screen.findByRole('button', { name: 'Cambiar las 139' });
  gateway.reply(
    desk.changeFollowUps,
    repliesWith({ state: 'running', finishedAt: null, rows: 139, done: 0 }),
  );
  gateway.reply(desk.viewJob, createJob({ state: 'running', finishedAt: null, rows: 139, done: 0 }));
  await user.click(confirm);
  await expect.poll(() => bodies(gateway)).toHaveLength(2);
  const list = { agencia: [AGENCY], vista: 'esperando' };
  expect(bodies(gateway).map(({ inquiries }) => inquiries)).toEqual([
    { list, expected: 137 },
    { list, expected: 139 },
  ]);
  await expect.poll(() => screen.queryByRole('region', { name: 'Consultas elegidas' })).toBeNull();
});

test('a button clears the selection', async () => {
  const { screen, user } = await open(new FakeGateway());
  await user.click(screen.getByRole('checkbox', { name: /A1/ }));
  await user.click(screen.getByRole('button', { name: 'Las 4 en pantalla' }));
  expect(screen.getAllByText('4 elegidas').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Quitar la selección' }));
  expect(screen.queryByRole('region', { name: 'Consultas elegidas' })).toBeNull();
});
