import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { expect, rows, test } from './test.ts';

// What a row shows where there is little room: the vehicle is read to its year, whatever stands beside it.

const LONG = {
  Nombre: 'María de los Ángeles Concepción del Sagrado Corazón',
  Apellido: 'Fernández-Etcheverrigaray y Sánchez de Bustamante '.repeat(4).trim(),
};

/** A visitor with that name writes; gives what the row calls the vehicle. */
async function visitorWrites(serviceUrl: string): Promise<string> {
  const model = `Tracker ${randomUUID().slice(0, 4)}`;
  const answer = await fetch(`${serviceUrl}/simulator/consultas/${BUSY_AGENCY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      Interesado: { ...LONG, Comentario: 'Quiero saber si sigue disponible y si toman mi auto. '.repeat(5) },
      Auto: { Marca: 'Chevrolet', Modelo: model, VersionYear: 2019 },
    }),
  });
  expect(answer.status).toBe(201);
  return `Chevrolet ${model} 2019`;
}

/** Of each row that is drawn: what cuts its vehicle or lies over it, and its height, px. */
function measured(page: Page) {
  return rows(page).evaluateAll((all) =>
    all.map((row) => {
      const box = row.getBoundingClientRect();
      const vehicle = row.querySelector<HTMLElement>('.name + bdi');
      const seen = vehicle?.getBoundingClientRect();
      const text = document.createRange();
      if (vehicle) text.selectNodeContents(vehicle);
      const whole = text.getBoundingClientRect();
      const over = [...row.querySelectorAll('.name, .age, .what, .beside')].filter((other) => {
        const { left, right, top, bottom } = other.getBoundingClientRect();
        // Lines are a little higher than what is written on them.
        return (
          left < whole.right - 0.5 &&
          right > whole.left + 0.5 &&
          top < whole.bottom - 3 &&
          bottom > whole.top + 3
        );
      });
      return {
        vehicle: vehicle?.textContent,
        shown: Boolean(
          seen &&
          whole.width > 0 &&
          whole.left >= box.left &&
          whole.right <= box.right &&
          whole.bottom <= box.bottom &&
          whole.right <= seen.right + 0.5 &&
          (vehicle?.scrollWidth ?? 0) <= (vehicle?.clientWidth ?? 0),
        ),
        over: over.map(({ className }) => className),
        height: box.height,
      };
    }),
  );
}

for (const width of [360, 390, 412, 1440])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 1800 } });

    test('every vehicle is read to its year, beside a long name and with follow-up', async ({
      page,
      vitrina,
      signIn,
    }) => {
      const vehicle = await visitorWrites(vitrina.serviceUrl);
      // Every row has something to say beside it.
      await page.route('**/desk/hours/*', (route) =>
        route.fulfill({
          json: {
            hours: {
              zone: 'America/Argentina/Buenos_Aires',
              week: Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]),
              holidays: [],
              target: 45,
              warning: 44,
            },
            version: 0,
          },
        }),
      );
      await signIn('seller');
      await expect(rows(page)).toHaveCount(25);
      await expect(
        rows(page)
          .getByText(/^(vencida|\d+ h tarde|quedan \d+ min)$/)
          .first(),
      ).toBeVisible();
      for (const height of [58, 46]) {
        const all = await measured(page);
        expect(all.map((row) => row.vehicle)).toContain(vehicle);
        // The service does not know the year of every vehicle.
        expect(all.filter((row) => / (19|20)\d\d$/.test(row.vehicle ?? '')).length).toBeGreaterThan(15);
        for (const row of all) expect(row).toEqual({ vehicle: row.vehicle, shown: true, over: [], height });
        if (height === 58) await page.getByRole('button', { name: 'Filas compactas' }).click();
      }
    });
  });
