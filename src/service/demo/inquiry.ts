import { isoInZone } from '#contract/window.ts';
import type { InquiryContent } from '#service/inquiries/store.ts';
import { makeComment } from './comments.ts';
import { makePerson } from './people.ts';
import { type DemoRandom, seededRandom } from './random.ts';
import { MODEL_LINES, makeMoney, makeVehicle } from './vehicles.ts';

/** Vehicles that an agency advertises. */
export type Stock = readonly ReturnType<typeof makeVehicle>[];

/** Creates the advertised vehicles of an agency; deterministic for mail and year. */
export function makeStock(mail: string, year: number): Stock {
  const random = seededRandom(`stock ${mail} ${year}`);
  const prefix = mail.slice(mail.indexOf('@') + 1, mail.indexOf('@') + 4).toUpperCase();
  return Array.from({ length: random.int(30, 90) }, (_, at) =>
    makeVehicle(random, year, `${prefix}-${10_000 + at * 7}`),
  );
}

export interface InquiryOptions {
  /** Milliseconds since 1970. */
  momento: number;
  timeZone: string;
  stock: Stock;
  /** Mails of possible responsible operators. */
  operators: readonly string[];
}

/** Creates a random inquiry; deterministic for the same `random` state and options. */
export function makeInquiry(
  random: DemoRandom,
  { momento, timeZone, stock, operators }: InquiryOptions,
): InquiryContent {
  const { TipoAnuncio, ...advertised } = random.pick(stock);
  const person = makePerson(random);
  // Some inquiries are about no specific advertisement.
  const vehicle = random.chance(0.06)
    ? { ...advertised, ExternalId: '', RefStock: null, VersionYear: null, Kilometraje: null, Precio: null }
    : advertised;
  const interest = random.weighted([
    ['Comprar', 55],
    ['Financiar', 22],
    ['Permutar', 14],
    ['PruebaDeManejo', 8],
    ['Alquilar', 1],
  ]);
  const inquiry: InquiryContent = {
    Momento: isoInZone(momento, timeZone),
    OrigenLead: random.weighted([
      ['Formulario', 48],
      ['WhatsApp', 34],
      ['Llamada', 10],
      ['Chat', 6],
      ['Instagram', 2],
    ]),
    TipoAnuncio: random.chance(0.01) ? 'Subasta' : TipoAnuncio,
    Auto: { ...vehicle, Estado: random.chance(0.01) ? 'Reservado' : vehicle.Estado },
    Interesado: {
      Interes: interest,
      ...person,
      Comentario: makeComment(random, {
        vehicle: `${vehicle.Marca} ${vehicle.Modelo}`,
        year: vehicle.VersionYear,
        name: person.Nombre,
      }),
      InfoOperacion: makeOperation(random, interest),
    },
    OperadorResponsable: random.chance(0.04) || operators.length === 0 ? null : random.pick(operators),
  };
  return random.chance(0.02) ? withUnknownMembers(random, inquiry) : inquiry;
}

function makeOperation(random: DemoRandom, interest: string): InquiryContent['Interesado']['InfoOperacion'] {
  if (interest !== 'Financiar' && interest !== 'Permutar' && random.chance(0.85)) return null;
  const [make, model, , from, to] = random.pick(MODEL_LINES);
  const pesos = random.chance(0.8);
  return {
    EntregaVehiculo:
      interest === 'Permutar' || random.chance(0.2)
        ? {
            Marca: make,
            Modelo: model,
            VersionYear: random.chance(0.85) ? random.int(from, Math.min(to ?? Infinity, from + 8)) : null,
          }
        : null,
    FinanciacionDeseada:
      interest === 'Financiar' || random.chance(0.1)
        ? {
            Adelanto: random.chance(0.7) ? makeMoney(random.int(3, 15) * 1000, pesos) : null,
            Cuota: random.chance(0.85) ? makeMoney(random.int(15, 60) * 10, pesos) : null,
          }
        : null,
    QuiereCotizacionSeguro: random.chance(0.5) ? random.chance(0.6) : null,
  };
}

/** Adds members that a newer version of the service might send. */
function withUnknownMembers(random: DemoRandom, inquiry: InquiryContent): InquiryContent {
  const additions = {
    Campania: { Codigo: `CYBER-${random.int(10, 99)}`, Medio: 'redes' },
    Auto: { ...inquiry.Auto, Combustible: random.pick(['Nafta', 'Diésel', 'GNC', 'Híbrido']) },
    Interesado: { ...inquiry.Interesado, HorarioPreferido: random.pick(['mañana', 'tarde', null]) },
  };
  return { ...inquiry, ...additions };
}
