import type { Consulta } from '#contract/inquiries.ts';
import type { DemoRandom } from './random.ts';

type Auto = Consulta['Auto'];

/**
 * A vehicle model with its years on the market (null: it is still sold) and its price new in thousands of dollars; names as in the
 * catalogs.
 */
type ModelLine = readonly [
  make: string,
  model: string,
  body: string,
  from: number,
  to: number | null,
  price: number,
  trims: readonly string[],
];

export const MODEL_LINES: readonly ModelLine[] = [
  [
    'Volkswagen',
    'Gol Trend',
    'Hatchback',
    2010,
    2022,
    16,
    ['1.6 Trendline', '1.6 Comfortline', '1.6 Pack I'],
  ],
  [
    'Volkswagen',
    'Polo',
    'Hatchback',
    2018,
    null,
    25,
    ['1.6 MSI Track', '1.6 Highline AT', '1.0 TSI Comfortline'],
  ],
  ['Volkswagen', 'Virtus', 'Sedán', 2018, null, 28, ['1.6 Comfortline', '1.0 TSI Highline']],
  ['Volkswagen', 'Vento', 'Sedán', 2012, null, 40, ['1.4 TSI Highline', '2.0 TSI GLI', '2.5 Luxury']],
  [
    'Volkswagen',
    'T-Cross',
    'SUV',
    2019,
    null,
    33,
    ['1.6 Trendline', '170 TSI Comfortline', '200 TSI Highline'],
  ],
  ['Volkswagen', 'Taos', 'SUV', 2021, null, 41, ['250 TSI Comfortline', '250 TSI Highline', '250 TSI Hero']],
  [
    'Volkswagen',
    'Amarok',
    'Pickup',
    2010,
    null,
    52,
    ['2.0 TDI Trendline 4x2', 'V6 Extreme 4x4', '2.0 TDI Highline 4x4'],
  ],
  ['Fiat', 'Cronos', 'Sedán', 2018, null, 22, ['1.3 GSE Drive', '1.3 GSE Precision CVT', '1.8 E.torQ']],
  ['Fiat', 'Argo', 'Hatchback', 2017, null, 22, ['1.3 Drive', '1.8 Precision']],
  ['Fiat', 'Mobi', 'Hatchback', 2016, null, 17, ['1.0 Easy', '1.0 Trekking']],
  ['Fiat', 'Palio', 'Hatchback', 2010, 2017, 13, ['1.4 Attractive', '1.6 Essence', '1.4 Fire']],
  ['Fiat', 'Pulse', 'SUV', 2021, null, 27, ['1.3 Drive CVT', '1.0 T Impetus', 'Abarth 1.3 T']],
  ['Fiat', 'Toro', 'Pickup', 2016, null, 36, ['1.8 Freedom', '2.0 TDI Volcano 4x4', '1.3 T Volcano']],
  ['Fiat', 'Strada', 'Pickup', 2013, null, 24, ['1.4 Working', '1.3 Freedom CD', '1.3 Volcano CD']],
  ['Ford', 'Fiesta', 'Hatchback', 2010, 2019, 18, ['1.6 S', '1.6 SE', '1.6 Titanium Powershift']],
  ['Ford', 'Focus', 'Hatchback', 2010, 2019, 24, ['1.6 S', '2.0 SE Plus AT', '2.0 Titanium']],
  ['Ford', 'EcoSport', 'SUV', 2012, 2021, 24, ['1.5 SE', '1.5 Titanium', '2.0 Freestyle 4x4']],
  ['Ford', 'Territory', 'SUV', 2020, null, 40, ['1.5 SEL', '1.8 Titanium']],
  ['Ford', 'Ranger', 'Pickup', 2012, null, 48, ['2.0 XL 4x2', '3.2 XLT 4x4 AT', '3.0 V6 Limited 4x4']],
  ['Ford', 'Maverick', 'Pickup', 2022, null, 45, ['2.0 XLT', '2.5 Híbrida Lariat']],
  ['Toyota', 'Etios', 'Hatchback', 2013, 2023, 18, ['1.5 X', '1.5 XLS', '1.5 XLS AT']],
  ['Toyota', 'Yaris', 'Hatchback', 2018, null, 25, ['1.5 XS', '1.5 XLS CVT', '1.5 S']],
  ['Toyota', 'Corolla', 'Sedán', 2010, null, 34, ['1.8 XLI', '2.0 SE-G CVT', '1.8 Hybrid SEG']],
  ['Toyota', 'Corolla Cross', 'SUV', 2021, null, 42, ['2.0 XLI', '1.8 Hybrid SEG', '2.0 GR-S']],
  ['Toyota', 'Hilux', 'Pickup', 2010, null, 50, ['2.4 DX 4x2', '2.8 SRV 4x4', '2.8 SRX 4x4 AT', '2.8 GR-S']],
  ['Toyota', 'SW4', 'SUV', 2010, null, 68, ['2.8 SR', '2.8 SRX AT', '2.8 Diamond']],
  ['Chevrolet', 'Onix', 'Hatchback', 2013, null, 23, ['1.4 LT', '1.0 T Premier', '1.2 LS']],
  ['Chevrolet', 'Prisma', 'Sedán', 2013, 2019, 18, ['1.4 LT', '1.4 LTZ']],
  ['Chevrolet', 'Cruze', 'Sedán', 2010, 2023, 30, ['1.4 T LT', '1.4 T Premier AT', '1.8 LTZ']],
  ['Chevrolet', 'Tracker', 'SUV', 2013, null, 32, ['1.2 T LT', '1.2 T Premier', '1.8 LTZ 4x4']],
  ['Chevrolet', 'S10', 'Pickup', 2012, null, 48, ['2.8 LS CD 4x2', '2.8 High Country 4x4', '2.8 LTZ AT']],
  ['Renault', 'Clio', 'Hatchback', 2010, 2016, 13, ['1.2 Mío Confort', '1.2 Mío Expression']],
  ['Renault', 'Sandero', 'Hatchback', 2011, null, 21, ['1.6 Life', '1.6 Zen', '1.6 Intens CVT']],
  ['Renault', 'Logan', 'Sedán', 2010, null, 21, ['1.6 Life', '1.6 Zen']],
  ['Renault', 'Duster', 'SUV', 2011, null, 29, ['1.6 Zen', '1.3 T Iconic CVT', '2.0 Privilege 4x4']],
  ['Renault', 'Kangoo', 'Utilitario', 2010, null, 26, ['1.6 Confort', '1.5 dCi Express', '1.6 Stepway']],
  ['Renault', 'Kwid', 'Hatchback', 2017, null, 17, ['1.0 Intens', '1.0 Outsider']],
  ['Peugeot', '208', 'Hatchback', 2013, null, 25, ['1.2 Like', '1.6 Allure', '1.0 T GT']],
  ['Peugeot', '2008', 'SUV', 2016, null, 33, ['1.6 Active', '1.0 T Allure', '1.0 T GT']],
  ['Peugeot', '308', 'Hatchback', 2012, 2021, 27, ['1.6 Active', '1.6 THP GT', '1.6 HDi Feline']],
  ['Peugeot', 'Partner', 'Utilitario', 2010, null, 27, ['1.6 Confort', '1.6 HDi Patagónica']],
  ['Citroën', 'C3', 'Hatchback', 2010, null, 20, ['1.2 Live', '1.6 Feel', '1.6 Exclusive']],
  ['Citroën', 'C4 Cactus', 'SUV', 2018, null, 31, ['1.6 Feel', '1.6 THP Shine']],
  ['Honda', 'Fit', 'Hatchback', 2010, 2020, 22, ['1.5 LX', '1.5 EXL CVT']],
  ['Honda', 'HR-V', 'SUV', 2015, null, 42, ['1.8 LX', '1.5 EX', '1.5 T Advance']],
  ['Honda', 'Civic', 'Sedán', 2010, null, 45, ['1.8 LXS', '2.0 EXL', '1.5 T Touring']],
  ['Nissan', 'March', 'Hatchback', 2012, 2020, 16, ['1.6 Sense', '1.6 Advance']],
  ['Nissan', 'Kicks', 'SUV', 2017, null, 31, ['1.6 Sense', '1.6 Advance CVT', '1.6 Exclusive']],
  ['Nissan', 'Frontier', 'Pickup', 2016, null, 46, ['2.3 S 4x2', '2.3 XE 4x4', '2.3 PRO-4X AT']],
  ['Jeep', 'Renegade', 'SUV', 2016, null, 35, ['1.8 Sport', '1.8 Longitude AT', '1.3 T Trailhawk']],
  ['Jeep', 'Compass', 'SUV', 2017, null, 46, ['2.4 Longitude', '1.3 T Limited', '2.0 TD Trailhawk']],
  ['Hyundai', 'Creta', 'SUV', 2016, null, 34, ['1.6 GL', '1.5 Safety', '1.4 T Ultimate']],
  ['Kia', 'Sportage', 'SUV', 2011, null, 48, ['2.0 LX', '2.0 EX AT', '2.0 CRDi GT Line']],
  ['BMW', 'Serie 3', 'Sedán', 2010, null, 82, ['320i Executive', '330i M Sport']],
  ['Audi', 'A3', 'Sedán', 2013, null, 58, ['35 TFSI', '40 TFSI Quattro']],
  ['Mercedes-Benz', 'Clase C', 'Sedán', 2010, null, 85, ['C200 Avantgarde', 'C300 AMG-Line']],
];

const VEHICLE_COLORS = [
  ['Blanco', 28],
  ['Gris', 14],
  ['Gris plata', 12],
  ['Negro', 15],
  ['Rojo', 9],
  ['Azul', 8],
  ['Bordó', 3],
  ['Beige', 2],
  ['Celeste', 2],
  ['Verde', 2],
] as const;

const PESOS_PER_DOLLAR = 1450;

/** Creates an advertised vehicle, priced by age and mileage. `year` is the current one. */
export function makeVehicle(random: DemoRandom, year: number, id: string): Auto & { TipoAnuncio: string } {
  const [make, model, body, from, to, price, trims] = random.pick(MODEL_LINES);
  const sold = Math.min(to ?? year, year);
  const isNew = to === null && random.chance(0.2);
  // Newer cars are sold more often.
  const versionYear = isNew
    ? year
    : Math.max(from, sold - Math.floor(random.next() ** 1.6 * (sold - from + 1)));
  const age = year - versionYear;
  const mileage = isNew
    ? 0
    : Math.round((random.int(9, 19) * 1000 * (age + 0.4) + random.int(0, 4000)) / 100) * 100;
  const amount =
    price * 1000 * (isNew ? 1 : estimateResidualValue(age, mileage)) * (0.95 + random.next() * 0.1);
  const pesos = random.chance(isNew ? 0.8 : 0.55);
  return {
    ExternalId: id,
    RefStock: random.chance(0.5) ? `ST-${random.int(1000, 9999)}` : null,
    Marca: make,
    Modelo: model,
    Version: random.chance(0.92) ? random.pick(trims) : null,
    VersionYear: versionYear,
    Kilometraje: isNew || random.chance(0.95) ? mileage : null,
    Color: random.chance(0.9) ? random.weighted(VEHICLE_COLORS) : null,
    BodyType: random.chance(0.93) ? body : null,
    Estado: isNew ? 'Nuevo' : 'Usado',
    Precio: random.chance(0.94) ? makeMoney(amount, pesos) : null,
    Anticipo: random.chance(0.2) ? makeMoney(amount * 0.4, pesos) : null,
    Cuota: random.chance(0.15) ? makeMoney(amount * 0.022, pesos) : null,
    TipoAnuncio: !isNew ? 'Usado' : random.chance(0.25) ? 'Plan' : '0km',
  };
}

/** Residual value of a used car as a share of its price new. */
export function estimateResidualValue(age: number, mileage: number): number {
  return 0.87 * 0.925 ** age * (1 - Math.min(0.25, mileage / 1_000_000));
}

/** Amount given in dollars as rounded dollars, or pesos. */
export function makeMoney(dollars: number, pesos: boolean): { Moneda: string; Importe: number } {
  const step = pesos ? 10_000 : 100;
  const amount = pesos ? dollars * PESOS_PER_DOLLAR : dollars;
  return { Moneda: pesos ? 'ARS' : 'USD', Importe: Math.max(step, Math.round(amount / step) * step) };
}
