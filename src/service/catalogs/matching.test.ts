import { describe, expect, it } from 'vitest';
import { bodyStyleMatcher, cityMatcher, colorMatcher, makeMatcher, regionAddressMatcher } from './catalog.ts';

// Typed values with the expected match; null: no match, as a guess would be wrong.

const MAKES: [string, string | null][] = [
  ['VW', 'Volkswagen'],
  ['vw ', 'Volkswagen'],
  ['V.W.', 'Volkswagen'],
  ['volksvagen', 'Volkswagen'],
  ['vokswagen', 'Volkswagen'],
  ['Wolkswagen', 'Volkswagen'],
  ['volkswagen argentina s.a.', 'Volkswagen'],
  ['mercedez benz', 'Mercedes-Benz'],
  ['MERCEDES BENZ', 'Mercedes-Benz'],
  ['mercedes', 'Mercedes-Benz'],
  ['Mercedesbenz', 'Mercedes-Benz'],
  ['mercede', 'Mercedes-Benz'],
  ['citroen', 'Citroën'],
  ['CITRÖEN', 'Citroën'],
  ['citroën', 'Citroën'],
  ['citoren', 'Citroën'],
  ['maxda', 'Mazda'],
  ['peugeut', 'Peugeot'],
  ['peugot', 'Peugeot'],
  ['chevrolet', 'Chevrolet'],
  ['chevy', 'Chevrolet'],
  ['chebrolet', 'Chevrolet'],
  ['Renautl', 'Renault'],
  ['hyunday', 'Hyundai'],
  ['Hiundai', 'Hyundai'],
  ['toyta', 'Toyota'],
  ['Toyota Hilux', 'Toyota'],
  ['nisan', 'Nissan'],
  ['suzuky', 'Suzuki'],
  ['alfa', 'Alfa Romeo'],
  ['alfaromeo', 'Alfa Romeo'],
  ['land rover', 'Land Rover'],
  ['range rover', 'Land Rover'],
  ['rover', 'Rover'],
  ['gwm', 'Great Wall'],
  ['ssang yong', 'SsangYong'],
  ['mini cooper', 'Mini'],
  ['rolls royce', 'Rolls-Royce'],
  ['jac', 'JAC'],
  ['gac', 'GAC'],
  ['fiatt', 'Fiat'],
  ['lada', null],
  ['tata', null],
  ['dacia', null],
  ['kya', 'Kia'],
  ['xx', null],
  ['no sé', null],
  ['999', null],
  ['🚗', null],
];

const REGIONS: [string, string | null][] = [
  ['bs.as.', 'Buenos Aires'],
  ['Bs As', 'Buenos Aires'],
  ['BSAS', 'Buenos Aires'],
  ['Pcia. de Bs. As.', 'Buenos Aires'],
  ['provincia de buenos aires', 'Buenos Aires'],
  ['Cdad. de Bs As', 'Ciudad Autónoma de Buenos Aires'],
  ['CABA', 'Ciudad Autónoma de Buenos Aires'],
  ['C.A.B.A.', 'Ciudad Autónoma de Buenos Aires'],
  ['cap. fed.', 'Ciudad Autónoma de Buenos Aires'],
  ['capital federal', 'Ciudad Autónoma de Buenos Aires'],
  ['Cdad Aut de Bs As', 'Ciudad Autónoma de Buenos Aires'],
  ['Sgo. del Estero', 'Santiago del Estero'],
  ['sgo del estero', 'Santiago del Estero'],
  ['cordoba', 'Córdoba'],
  ['CORDOVA', 'Córdoba'],
  ['Sta Fe', 'Santa Fe'],
  ['santafe', 'Santa Fe'],
  ['Sta. Cruz', 'Santa Cruz'],
  ['tucuman', 'Tucumán'],
  ['Tucumna', 'Tucumán'],
  ['entre rios', 'Entre Ríos'],
  ['neuquen', 'Neuquén'],
  ['nequen', 'Neuquén'],
  ['tierra del fuego', 'Tierra del Fuego'],
  ['ar-x', 'Córdoba'],
  ['/v3/regiones/22', 'Córdoba'],
  ['Montevideo', null],
  ['AR', null],
];

const CITIES: [string, string, string | null][] = [
  ['Río Negro', 'bariloche', 'San Carlos de Bariloche'],
  ['Río Negro', 'S. C. de Bariloche', 'San Carlos de Bariloche'],
  ['Buenos Aires', 'mar del plata', 'Mar del Plata'],
  ['Buenos Aires', 'mar de plata', 'Mar del Plata'],
  ['Buenos Aires', 'Gral. Belgrano', 'General Belgrano'],
  ['Buenos Aires', 'gral alvear', 'General Alvear'],
  ['Buenos Aires', 'Cnel Suarez', 'Coronel Suárez'],
  ['Buenos Aires', 'sta teresita', 'Santa Teresita'],
  ['Buenos Aires', 'la plata', 'La Plata'],
  ['Santa Fe', 'rosaro', 'Rosario'],
  ['Salta', 'Gral Guemes', 'General Güemes'],
  ['Santiago del Estero', 'sgo. del estero', 'Santiago del Estero'],
  ['Ciudad Autónoma de Buenos Aires', 'Cdad. de Bs As', 'Buenos Aires'],
  ['Ciudad Autónoma de Buenos Aires', 'palermo', 'Palermo'],
  ['La Pampa', 'Gral San Martín', 'General San Martín'],
  ['Santa Fe', 'Narnia', null],
];

const BODY_STYLES: [string, string | null][] = [
  ['pick-up', 'Pickup'],
  ['Pick up', 'Pickup'],
  ['PICKUP doble cabina', 'Pickup'],
  ['sedan', 'Sedán'],
  ['sedan 4 puertas', 'Sedán'],
  ['hatch', 'Hatchback'],
  ['hatchbak', 'Hatchback'],
  ['coupe', 'Coupé'],
  ['s.u.v.', 'SUV'],
  ['rural', 'Familiar'],
  ['monovolúmen', 'Monovolumen'],
  ['utilitaro', 'Utilitario'],
  ['4x4', null],
  ['moto', null],
];

const COLORS: [string, string | null][] = [
  ['gris plata met.', 'Gris plata'],
  ['GRIS PLATA', 'Gris plata'],
  ['gris', 'Gris'],
  ['blanco perla', 'Blanco perlado'],
  ['bordo', 'Bordó'],
  ['bordó metalizado', 'Bordó'],
  ['azul osc', 'Azul oscuro'],
  ['marron', 'Marrón'],
  ['rojoo', 'Rojo'],
  ['negr0', 'Negro'],
  ['violeta', 'Violeta'],
  ['transparente', null],
  ['s/d', null],
];

describe('as people type them', () => {
  it.each(MAKES)('make %j: %s', (value, name) => {
    expect(makeMatcher.best(value)?.candidate.row.name ?? null).toBe(name);
  });
  it.each(REGIONS)('region %j: %s', (value, name) => {
    expect(regionAddressMatcher.best(value)?.candidate.row.name ?? null).toBe(name);
  });
  it.each(CITIES)('city in %s, %j: %s', (state, value, name) => {
    const region = regionAddressMatcher.best(state)?.candidate.row;
    expect(region?.name).toBe(state);
    expect((region && cityMatcher(region).best(value)?.candidate.row.name) ?? null).toBe(name);
  });
  it.each(BODY_STYLES)('body style %j: %s', (value, name) => {
    expect(bodyStyleMatcher.best(value)?.candidate.row.name ?? null).toBe(name);
  });
  it.each(COLORS)('colour %j: %s', (value, name) => {
    expect(colorMatcher.best(value)?.candidate.row.name ?? null).toBe(name);
  });
});
