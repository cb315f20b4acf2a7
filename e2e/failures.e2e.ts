import {
  expectStatus,
  freshness,
  list,
  newInquiries,
  noteField,
  saveFailure,
  panel,
  panelHeading,
  rowOf,
  rows,
  saveNoteButton,
  statusButton,
} from './inbox-page.ts';
import { AGENCY, type Fault, NAME, sidAt, test } from './fault-service.ts';
import { expect } from './test.ts';
import { test as withDemo } from './own-agency.ts';

// One gateway in front of the failing service serves all tests of this file.
test.describe.configure({ mode: 'default' });

const UNREADABLE = 'El servicio respondió algo que no se entiende';

test('each failure of the service has its sentence, and a retry continues in place', async ({
  page,
  service,
  signIn,
}) => {
  const sentences: [Fault, string][] = [
    ['html', UNREADABLE],
    ['shape', 'El servicio respondió algo que no se puede mostrar'],
    ['half', UNREADABLE],
    ['refused', 'El servicio no reconoce a esta consola'],
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
  await expect(rowOf(page, 'Ana S••• •••')).toBeVisible();
  await expect(page).toHaveURL(/desde=-30d/);

  // A panel that fails leaves the list as it is.
  service.fail('shape', (url) => url.pathname.endsWith(sidAt(9)));
  await page.goto(`/inquiries/${AGENCY}/${sidAt(9)}?agencia=${AGENCY}`);
  await expect(panel(page).getByRole('alert')).toContainText('Auto.VersionYear');
  await expect(rows(page)).toHaveCount(1);
});

test(
  'a call to a service that does not answer is given up after a while',
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

  test(
    'views, search and cards work on with the age of their data, and the list recovers by itself',
    { tag: '@full' },
    async ({ page, service, signIn }) => {
      const views = page.getByRole('navigation', { name: 'Vistas' });
      service.inquiries = 60;
      await signIn('partner', `/inquiries?agencia=${AGENCY}&pagina=3`);
      // Pages that somebody reads are in the index at once.
      for (const pagina of [2, 1]) {
        await list(page).getByRole('button', { name: 'Página anterior' }).click();
        await expect(list(page).getByText(`Página ${pagina}`)).toBeVisible();
      }
      await expect(views).toContainText('Para responder60');

      await test.step('the list of the service fails', async () => {
        await service.close();
        await page.getByRole('button', { name: 'Actualizar' }).click();
        await expect(list(page).getByRole('alert')).toContainText('El servicio no responde');
      });

      await test.step('a link opens the inquiry from the index', async () => {
        // A link opens the inquiry from the index, with its age.
        await page.goto(`/inquiries/${AGENCY}/${sidAt(33)}?agencia=${AGENCY}`);
        await expect(panelHeading(page)).toHaveText('Ana Sosa 33');
        await expect(panel(page).getByText('El servicio no responde. Última lectura: ')).toBeVisible();
        await expect(page.getByRole('button', { name: `Agencia ${NAME}` })).toBeVisible();
        await expect(views).toContainText('Para responder60');
      });

      await test.step('views and search show the rows of the index', async () => {
        await list(page).getByRole('link', { name: 'Ver las que Vitrina tiene' }).click();
        await expect(rows(page).first()).toHaveAttribute('aria-setsize', '60');
        await expect(freshness(page, /^El servicio no responde · /)).toBeVisible();
        await views.getByRole('link', { name: /^Para responder/ }).click();
        await expect(rows(page).first()).toHaveAttribute('aria-setsize', '60');
        await page.keyboard.press('/');
        await page.keyboard.type('sosa 1033');
        await expect(rows(page).getByRole('link')).toHaveText(['Ana Sosa 33']);
        await rows(page).getByRole('link').click();
        await expect(panelHeading(page)).toHaveText('Ana Sosa 33');
      });

      await test.step('the list recovers', async () => {
        await service.start();
        await views.getByRole('link', { name: 'Últimas' }).click();
        await expect(rows(page)).toHaveCount(25);
      });
    },
  );

  test('a page of the list is read again by itself once the service is back', async ({
    page,
    service,
    signIn,
  }) => {
    await service.close();
    await page.clock.install();
    await signIn('support', `/inquiries?agencia=${AGENCY}`);
    await expect(list(page).getByRole('alert')).toContainText('El servicio no responde');
    await service.start();
    await expect(async () => {
      await page.clock.fastForward(11_000);
      await expect(rows(page)).not.toHaveCount(0, { timeout: 1000 });
    }).toPass();
  });
});

withDemo.describe('a power loss', () => {
  withDemo.use({ freshContext: true });

  withDemo(
    'loses nothing that was saved, and the page goes on by itself',
    { tag: '@full' },
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
      await expect(saveFailure(page)).toContainText('No hay respuesta de Vitrina');
      await vitrina.start();
      // The stream is opened again after at most 15 s.
      await page.clock.fastForward(15_000);
      await expect(freshness(page, 'al día')).toBeVisible();
      // The unanswered change is sent again without a click.
      await expectStatus(page, 'Contactada');
      await expect(saveFailure(page)).toHaveCount(0);
      await newInquiries(page).click();
      await expect(rowOf(page, 'Omar Paz')).toBeVisible();

      await page.reload();
      await expect(rowOf(page, 'Omar Paz')).toBeVisible();
      await expect(panel(page).getByRole('region', { name: 'Historial' })).toContainText('Llama a la tarde');
    },
  );
});
