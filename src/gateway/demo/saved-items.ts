import type { Transaction } from 'kysely';
import type { GatewayTables } from '#gateway/store.ts';
import type { StoryContext } from './story-context.ts';

interface DemoTemplate {
  name: string;
  subject: string;
  text: string;
  isShared?: true;
}

const TEMPLATES: readonly DemoTemplate[] = [
  {
    name: 'Sigue disponible',
    subject: 'Tu consulta por el {{vehiculo}}',
    text: 'Hola {{nombre}}, soy {{vendedor}} de {{agencia}}. El {{vehiculo}} sigue disponible. ¿Cuándo te queda bien pasar a verlo? Estamos de lunes a viernes de 9 a 13 y de 16 a 20, y los sábados por la mañana.',
    isShared: true,
  },
  {
    name: 'Precio y formas de pago',
    subject: 'Precio del {{vehiculo}}',
    text: 'Hola {{nombre}}, el {{vehiculo}} está a {{precio}}. Tomamos usados y trabajamos con tres bancos; si me decís cuánto pensás entregar te paso las cuotas.\n{{vendedor}}, {{agencia}}',
    isShared: true,
  },
  {
    name: 'Pedir fotos del usado',
    subject: '',
    text: 'Hola {{nombre}}, para cotizar tu usado necesito cuatro fotos, el año, los kilómetros y si es único dueño. Con eso te contesto hoy. {{vendedor}}',
    isShared: true,
  },
  {
    name: 'Confirmar la visita',
    subject: '',
    text: 'Hola {{nombre}}, te esperamos para ver el {{vehiculo}}. Si se te complica la hora, avisame por acá. {{vendedor}}, {{agencia}}',
  },
  {
    name: 'Ya se vendió',
    subject: 'Sobre el {{vehiculo}}',
    text: 'Hola {{nombre}}, el {{vehiculo}} se vendió esta semana. Entran dos parecidos en estos días: ¿querés que te avise?\n{{vendedor}}',
    isShared: true,
  },
];

/** Saved views by who has them; every one is pinned. */
const VIEWS: readonly { by: 'seller' | 'partner'; name: string; search: string }[] = [
  { by: 'seller', name: 'Quieren financiar', search: '?vista=esperando&financia=si' },
  { by: 'seller', name: 'Entregan su usado', search: '?vista=esperando&permuta=si' },
  { by: 'partner', name: 'Financiación sin responder', search: '?agencia=todas&vista=esperando&financia=si' },
];

/** Stores the reply templates and saved views of the demo's people. */
export async function storeSavedItems(
  db: Transaction<GatewayTables>,
  { random, people: { partner, sellers } }: StoryContext,
): Promise<void> {
  const seller = sellers[0];
  if (!seller) return;
  await db
    .insertInto('template')
    .values(
      TEMPLATES.map(({ name, subject, text, isShared }) => ({
        name,
        subject,
        text,
        id: random.uuid(),
        person_id: seller.id,
        shared: isShared ? 1 : 0,
      })),
    )
    .execute();
  for (const { by, ...view } of VIEWS) {
    const [id, person_id] = [random.uuid(), by === 'partner' ? partner.id : seller.id];
    await db
      .insertInto('view')
      .values({ ...view, id, person_id, shared: 0 })
      .execute();
    await db.insertInto('pinned_view').values({ person_id, view_id: id }).execute();
  }
}
