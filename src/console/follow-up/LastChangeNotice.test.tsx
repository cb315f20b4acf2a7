import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { defaultHours } from '#contract/hours.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { changeStore } from './change-store.ts';
import { LastChangeNotice } from './LastChangeNotice.tsx';

test('a change is named in the hours of its own agency, and no hours are asked for before', async () => {
  const agencies: string[] = [];
  const gateway = new FakeGateway().reply(desk.viewHours, ({ params }) => {
    agencies.push(params.adminMail ?? '');
    return { hours: defaultHours('America/Argentina/Mendoza'), version: 0 };
  });
  const { screen } = await renderPart(<LastChangeNotice open={undefined} />, { gateway, role: 'partner' });
  expect(agencies).toEqual([]);
  act(() =>
    changeStore.state.set({
      ...changeStore.state.get(),
      lastChange: {
        adminMail: 'ventas@ruta9.example',
        sid: '01JCXXXXXXXXXXXXXXXXXXXXXX',
        entryId: '00000000-0000-4000-8000-000000000001',
        change: { kind: 'claim', claimed: true },
        to: null,
      },
    }),
  );
  expect(await screen.findByText(/La tomaste/)).toBeTruthy();
  await expect.poll(() => agencies).toEqual(['ventas@ruta9.example']);
});
