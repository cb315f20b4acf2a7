import type { InjectOptions } from 'fastify';
import { publisher } from '#contract/publisher.ts';
import { addressOf } from '#contract/endpoint.ts';
import { computeDigest, signRequest } from '#signing/request.ts';
import { PUBLISHER } from './configuration.ts';
import { sleep } from './people.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { World } from './world.ts';

/** A publisher repeats what was not acknowledged, as the service asks them to; delays in ms. */
const PUBLISHER_RETRY_DELAYS_MS = [1000, 10_000, 60_000, 600_000, 3_600_000];

/** Texts that buyers type, of every kind. */
const ODD_TEXTS = [
  '',
  'a'.repeat(10_000),
  '\u{1F697} «ñandú»',
  'x\u0000y',
  '\uD800',
  '=1+1',
  '9007199254740993',
  "'; --",
];
/** The first of them are refused. */
const ODD_MOMENTS = [
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '1970-01-02T00:00:00Z',
  '2026-01-01T00:00:00+14:00',
];
const MAKES = ['Fiat', 'Ford', 'Renault', 'Peugeot'];

/** Publishes one inquiry, or several at once, and repeats it until it is acknowledged. */
export async function publishInquiries(
  world: World,
  draw: SeededRandom,
  { agency, count, isOdd }: { agency: string; count: number; isOdd: boolean },
): Promise<void> {
  const buyer = draw.below(400);
  const operators = world.template.members.filter((member) => member.agencies.includes(agency));
  const inquiries = Array.from({ length: count }, (_, at) => ({
    Id: `aviso-${draw.uuid()}`,
    ...createInquiry(draw, { buyer: buyer + at, isOdd }),
    OperadorResponsable: draw.chance(0.5) && operators.length > 0 ? draw.pick(operators).mail : null,
    ...(isOdd && draw.chance(0.3) && { Momento: draw.pick(ODD_MOMENTS) }),
  }));
  const path = addressOf(publisher.publishInquiries, { adminMail: agency });
  const body = JSON.stringify(inquiries);
  for (let attempt = 0; ; attempt += 1) {
    const request = {
      method: 'POST',
      url: path,
      headers: {
        'content-type': 'application/json',
        digest: computeDigest(body),
        ...signRequest({ method: 'POST', path, body }, PUBLISHER, {
          prefix: 'SVC',
          now: Math.floor(world.now + world.machines.service.offset),
          nonce: draw.uuid(),
        }),
      },
      payload: body,
    } as const;
    const reply = await world.callService(request).catch(() => undefined);
    if (reply?.statusCode === 200) {
      const { _entries } = JSON.parse(reply.payload) as Receipts;
      for (const [at, { Id, _links }] of _entries.entries()) {
        const sid = _links.consulta.href.split('/').at(-1) ?? '';
        const { Telefono, Email } = inquiries[at]?.Interesado ?? { Telefono: '', Email: '' };
        const operator = inquiries[at]?.OperadorResponsable ?? null;
        world.ledger.inquiries.set(sid, {
          agency,
          id: Id,
          sid,
          at: world.now,
          operator,
          phone: Telefono ?? '',
          mail: Email,
        });
      }
      if (draw.chance(0.1)) await replay(world, request, draw.pick([1, 60, 240]) * 1000);
      return;
    }
    if (reply && reply.statusCode < 500 && reply.statusCode !== 429) return;
    const delay = PUBLISHER_RETRY_DELAYS_MS[attempt];
    if (delay === undefined) return;
    await sleep(world, delay);
  }
}

/** Somebody who overheard a call makes it again. */
async function replay(world: World, request: InjectOptions, delayMs: number): Promise<void> {
  const since = world.now;
  await sleep(world, delayMs);
  const reply = await world.callService(request).catch(() => undefined);
  // A clock that was set makes signatures valid again.
  if (reply?.statusCode === 200 && !world.disturbances.some((at) => at >= since))
    world.ledger.see('signatures', `a call was accepted again after ${delayMs} ms`);
}

interface Receipts {
  _entries: { Id: string; _links: { consulta: { href: string } } }[];
}

function createInquiry(draw: SeededRandom, { buyer, isOdd }: { buyer: number; isOdd: boolean }) {
  const phone = `+54 9 351 5${String(buyer).padStart(6, '0')}`;
  const text = (usual: string) => (isOdd && draw.chance(0.3) ? draw.pick(ODD_TEXTS).slice(0, 50) : usual);
  return {
    OrigenLead: draw.pick(['Formulario', 'WhatsApp', 'Llamada']),
    TipoAnuncio: draw.pick(['Usado', '0km']),
    Auto: {
      ExternalId: draw.chance(0.8) ? `AUTO-${draw.below(50)}` : '',
      Marca: text(draw.pick(MAKES)),
      Modelo: text('Cronos'),
      VersionYear: draw.between(1990, 2026),
      Estado: 'Usado',
      Precio: { Moneda: 'ARS', Importe: isOdd ? 2 ** 53 - 1 : draw.between(1, 30) * 1_000_000 },
    },
    Interesado: {
      Interes: draw.pick(['Comprar', 'Permutar']),
      Nombre: text('Ana'),
      Apellido: text(`Núñez ${buyer}`),
      Email: `comprador${buyer}@correo.example`,
      Telefono: phone,
      DocIdentidad: `DNI 30${String(buyer).padStart(6, '0')}`,
      Provincia: draw.pick(['Córdoba', 'Santa Fe']),
      // Buyers write their number wherever they can.
      Ciudad: draw.chance(0.5) ? `Río Cuarto ${phone}` : null,
      Comentario: isOdd ? draw.pick(ODD_TEXTS) : `Hola, soy el ${buyer}, llamame al ${phone}`,
      InfoOperacion: {
        EntregaVehiculo: draw.chance(0.5)
          ? { Marca: 'Fiat', Modelo: `Uno ${phone}`, VersionYear: 1999 }
          : null,
      },
    },
  };
}
