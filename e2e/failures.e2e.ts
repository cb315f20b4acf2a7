import {
  ASKED,
  expectStatus,
  freshness,
  list,
  newInquiries,
  noteField,
  notSaved,
  panel,
  rowOf,
  rows,
  saveNoteButton,
  statusButton,
} from './inbox-page.ts';
import { AGENCY, type Fault, pageIn, sidAt, test } from './fault-service.ts';
import { expect } from './test.ts';
import { test as withDemo } from './own-agency.ts';

// One gateway in front of the failing service serves all tests of this file.
test.describe.configure({ mode: 'default' });

const UNREADABLE = 'El servicio respondió algo que no se entiende';

test('each way in which the service fails has its sentence, and trying again goes on in place', async ({
  page,
  service,
  signIn,
}) => {
  const sentences: [Fault, string][] = [
    ['html', UNREADABLE],
    ['shape', 'El servicio respondió algo que no se puede mostrar'],
    ['half', UNREADABLE],
    ['refused', 'El servicio no reconoce a esta aplicación'],
  ];
  const alert = list(page).getByRole('alert');
  service.fail('error');
  await signIn('support', `/inquiries?agencia=${AGENCY}&desde=-30d`);
  for (const [fault, sentence] of sentences) {
    service.fail(fault);
    await alert.getByRole('button', { name: 'Reintentar' }).click();
    await expect(alert).toContainText(sentence);
  }
  // Support reads what the service says of our credentials.
  await expect(page.getByText('secreto-interno')).toBeAttached();

  service.recover();
  await alert.getByRole('button', { name: 'Reintentar' }).click();
  await expect(rowOf(page, 'Ana Sosa 0')).toBeVisible();
  await expect(page).toHaveURL(/desde=-30d/);

  // A panel that fails leaves the list as it is.
  service.fail('shape', (url) => url.pathname.endsWith(sidAt(9)));
  await page.goto(`/inquiries/${AGENCY}/${sidAt(9)}?agencia=${AGENCY}`);
  await expect(panel(page).getByRole('alert')).toContainText('Auto.VersionYear');
  await expect(rows(page)).toHaveCount(1);
});

test(
  'a service that does not answer is waited for, and then given up',
  // The gateway waits 10 s for an answer.
  { tag: '@full' },
  async ({ page, service, signIn }) => {
    service.fail('silent');
    await signIn('support', `/inquiries?agencia=${AGENCY}`);
    await expect(page.getByText('Tarda más de lo normal')).toBeVisible();
    await expect(list(page).getByRole('alert')).toContainText('El servicio tarda demasiado', {
      timeout: 15_000,
    });
  },
);

test.describe('the service stops', () => {
  // The clock of the page is moved on.
  test.use({ freshContext: true });

  test('what was read stays with its age, and loading goes on by itself when the service is back', async ({
    page,
    service,
    signIn,
  }) => {
    const bar = page.getByRole('region', { name: 'Carga de todas las páginas' });
    const waiting = page
      .getByRole('navigation', { name: 'Vistas' })
      .getByRole('link', { name: /^Esperando/ });
    service.inquiries = 100;
    service.fail('error', (url) => pageIn(url) >= 3);
    await page.clock.install();
    await signIn('support', `/inquiries?agencia=${AGENCY}`);
    await expect(rows(page)).toHaveCount(25);
    await page.clock.fastForward(5000);
    await expect(waiting).toHaveText('Esperando50+');
    await waiting.click();
    await expect(bar).toContainText('Se interrumpió');
    service.recover();
    await page.clock.fastForward(11_000);
    await expect(bar).toContainText('Son todas');
    await expect(waiting).toHaveText('Esperando100');
    await expect(freshness(page, ASKED)).toBeVisible();
    const oldest = await rows(page).first().textContent();

    await service.close();
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await expect(bar).toContainText('Se interrumpió: El servicio no responde');
    await page.clock.fastForward(120_000);
    await expect(freshness(page, /^El servicio no responde · hace 2 min$/)).toBeVisible();
    await expect(rows(page).first()).toHaveText(oldest ?? '');

    await service.start();
    // In steps shorter than the time-out of a call, which would end the retry at once.
    await expect(async () => {
      await page.clock.fastForward(15_000);
      expect(await bar.innerText()).toContain('Son todas');
    }).toPass();
    await expect(bar.getByRole('button', { name: 'Reintentar' })).toBeHidden();
    // The newest page is asked for again by a clock of its own.
    await expect(async () => {
      await page.clock.fastForward(15_000);
      await expect(freshness(page, ASKED)).toBeVisible({ timeout: 2000 });
    }).toPass();
  });
});

withDemo.describe('a power loss', () => {
  withDemo.use({ freshContext: true });

  withDemo(
    'loses nothing that was saved, and the page goes on by itself',
    async ({ page, vitrina, agency, signIn }) => {
      const { path } = await agency.receive('Rita Luna');
      await page.clock.install();
      await signIn(agency.seller, path);
      await expectStatus(page, 'Nueva');
      await expect(freshness(page, 'al día')).toBeVisible();
      await noteField(page).fill('Llama a la tarde');
      await saveNoteButton(page).click();
      await expect(panel(page).getByRole('region', { name: 'Historial' })).toContainText('Llama a la tarde');
      await agency.receive('Omar Paz');
      await expect(newInquiries(page)).toHaveText('1 nueva');

      await vitrina.kill();
      await expect(freshness(page, /^No hay respuesta de Vitrina · |reintentando$/)).toBeVisible();
      await expect(rowOf(page, 'Rita Luna')).toBeVisible();
      await statusButton(page, 'Contactada').click();
      await expect(notSaved(page)).toContainText('No hay respuesta de Vitrina');
      await vitrina.start();
      // The stream is opened again after at most 15 s.
      await page.clock.fastForward(15_000);
      await expect(freshness(page, 'al día')).toBeVisible();
      // What was not answered goes by itself.
      await expectStatus(page, 'Contactada');
      await expect(notSaved(page)).toHaveCount(0);
      await newInquiries(page).click();
      await expect(rowOf(page, 'Omar Paz')).toBeVisible();

      await page.reload();
      await expect(rowOf(page, 'Omar Paz')).toBeVisible();
      await expect(panel(page).getByRole('region', { name: 'Historial' })).toContainText('Llama a la tarde');
    },
  );
});
