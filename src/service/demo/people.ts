import type { DemoRandom } from './random.ts';

const FIRST_NAMES = splitNames(`
  Sofía, Mateo, Valentina, Benjamín, Martina, Santiago, Camila, Joaquín, Lucía, Thiago, Agustina,
  Facundo, María José, Juan Ignacio, Micaela, Gonzalo, Rocío, Federico, Julieta, Hernán, Belén,
  Maximiliano, Abril, Leandro, Daniela, Ezequiel, Celeste, Rubén, Graciela, Norberto, Susana, Raúl,
  Ana, Íñigo, Yamila, Braian, Milagros, José, Lautaro, Zoe`);

const LAST_NAMES = splitNames(`
  González, Rodríguez, Gómez, Fernández, López, Díaz, Martínez, Pérez, Romero, Sánchez, García, Sosa,
  Benítez, Ramírez, Torres, Ruiz, Flores, Acosta, Medina, Herrera, Suárez, Aguirre, Giménez,
  Gutiérrez, Pereyra, Rojas, Molina, Castro, Ortiz, Silva, Núñez, Luna, Juárez, Cabrera, Ríos,
  Ferreyra, Godoy, Morales, Domínguez, Moreno, Peralta, Vega, Carrizo, Quiroga, Castillo, Ledesma,
  Muñoz, Ojeda, Ponce, Vera, Vázquez, Villalba, Cardozo, Navarro, Ramos, Arias, Coronel, Córdoba,
  Figueroa, Correa, Cáceres, Vargas, Maldonado, Mansilla, Farías, Rivero, Paz, Miranda, Roldán,
  Méndez, D'Angelo, Etcheverry`);

/** Region, area code, cities, weight by population. */
const DEMO_PLACES = [
  ['Ciudad Autónoma de Buenos Aires', '11', ['Buenos Aires'], 20],
  ['Buenos Aires', '11', ['La Plata', 'Mar del Plata', 'Bahía Blanca', 'Tandil', 'Quilmes', 'Morón'], 34],
  ['Córdoba', '351', ['Córdoba', 'Villa María', 'Río Cuarto'], 12],
  ['Santa Fe', '341', ['Rosario', 'Santa Fe', 'Rafaela'], 10],
  ['Mendoza', '261', ['Mendoza', 'San Rafael'], 6],
  ['Tucumán', '381', ['San Miguel de Tucumán', 'Tafí Viejo'], 5],
  ['Entre Ríos', '343', ['Paraná', 'Concordia'], 4],
  ['Neuquén', '299', ['Neuquén', 'San Martín de los Andes'], 3],
  ['Salta', '387', ['Salta', 'Cafayate'], 3],
  ['La Pampa', '2954', ['Santa Rosa', 'General Pico'], 2],
  ['Tierra del Fuego', '2901', ['Ushuaia', 'Río Grande'], 1],
] as const;

const BY_POPULATION = DEMO_PLACES.map((place) => [place, place[3]] as const);
const DOMAINS = ['example.com', 'example.org', 'example.net', 'correo.example'] as const;

/** Creates a fictitious person: reserved mail domains, phone numbers starting with fives. */
export function makePerson(random: DemoRandom) {
  const first = random.pick(FIRST_NAMES);
  const last = random.chance(0.08)
    ? `${random.pick(LAST_NAMES)} ${random.pick(LAST_NAMES)}`
    : random.pick(LAST_NAMES);
  const [region, area, cities] = random.weighted(BY_POPULATION);
  // Area code and number have ten digits in total.
  const number = `${'5'.repeat(6 - area.length)}-${String(random.int(0, 9999)).padStart(4, '0')}`;
  return {
    Nombre: first,
    Apellido: last,
    Email: `${toMailPart(first)}.${toMailPart(last)}${random.chance(0.5) ? random.int(1, 99) : ''}@${random.pick(DOMAINS)}`,
    Telefono: random.chance(0.82) ? random.pick([`+54 9 ${area} ${number}`, `0${area} 15-${number}`]) : null,
    DocIdentidad: random.chance(0.25)
      ? `${random.int(14, 47)}${String(random.int(0, 999_999)).padStart(6, '0')}`
      : null,
    Provincia: region,
    Ciudad: random.chance(0.8) ? random.pick(cities) : null,
  };
}

/** Names of a text, with commas between. */
function splitNames(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

function toMailPart(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.');
}
