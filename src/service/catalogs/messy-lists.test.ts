import { expect, it } from 'vitest';
import { type Candidate, type Matcher, getCertainty } from '#matching/matcher.ts';
import { createPlaceMatcher } from '#matching/place-matcher.ts';
import { CATALOG, bodyStyleMatcher, colorMatcher, findRegionName, makeMatcher } from './catalog.ts';

// Columns as they stand in spreadsheets of dealerships: per entry what was written for it; '' is no entry.

const MAKES: Record<string, string> = {
  Volkswagen:
    'VW|vw gol trend|Volkswagen Amarok V6|VOLKSVAGEN|wolksvagen gol|Volkwagen|Volks|V.W|volkswagwn|vw - suran|VolksWagen S.A.|Volkswagem|vokswagen vento 2.0|VW/Polo|Volswagen',
  Chevrolet:
    'Chevrolet Corsa|chevrolett|CHEV|Chevy Cruze|chebrolet|Chevrolet - Onix|chevrolte|Shevrolet|Chevrolet S10 2.8 TD|chevorlet agile|CHEVROLET (GM)|Chevrole',
  'Mercedes-Benz':
    'mercedes benz|Mercedes|M. Benz|MB|Mercedez|mercedes-benz sprinter|MERCEDEZ BENZ C200|Merc. Benz|mercedesbenz|Mercedes Bens|M.Benz 1114|mersedes benz',
  Ford: 'ford|FORD ARGENTINA|Ford Ka|fords|Ford F-100|ford ecosport 1.6|F0rd|ford motor|FORD FIESTA KINETIC',
  Fiat: 'fiat|FIAT PALIO|Fiat Cronos 1.3|fiatt|Fiat Auto Argentina|fiat - siena|FIAT 600 D',
  Renault:
    'renault|Renault Clio|REnault 12|renaut|Renol|renalt sandero|Renault Argentina SA|R. Duster Renault|renoult|Renaul|RENAULT KANGOO 1.5 dci',
  Peugeot: 'peugeot|Peugeot 208|peugot|PEUGEOT 206 1.4|peugeout|Peugueot|peujeot|pegeout partner|Peug.',
  Citroën: 'citroen|Citroën C3|CITROEN C4 LOUNGE|citröen|citroen berlingo|sitroen|Citroem|Citroën/DS3',
  Toyota: 'toyota|Toyota Hilux|toyta|TOYOTA COROLLA XEI|toyota etios 1.5|Toyotta|tojota|TOYOTA SW4',
  Honda: 'honda|Honda Fit|HONDA CIVIC|hond|Honda Motor|h0nda|onda',
  Nissan: 'nissan|NISSAN FRONTIER|nisan|Nissan Kicks|nissam|nissan march|Nisssan',
  Hyundai: 'hyundai|Hyunday|hiundai tucson|HYUNDAI I10|hunday|Hyundai Santa Fe|yundai|Hyundia',
  Kia: 'kia|KIA MOTORS|Kia Sportage|kia picanto 1.0|K.I.A.',
  BMW: 'bmw|BMW 320i|b.m.w.|BMW X5 3.0|bmw serie 3',
  Audi: 'audi|AUDI A4|Audi Q5 2.0T|audy',
  Jeep: 'jeep|JEEP RENEGADE|Jeep Compass|jep|Jeep Grand Cherokee',
  RAM: 'ram|RAM 1500|Ram 2500 Laramie',
  Dodge: 'dodge|DODGE JOURNEY|dodje|Dodge 1500',
  'Land Rover': 'land rover|LANDROVER|Range Rover|Land Rover Defender|range rover evoque|L. Rover|land rober',
  'Alfa Romeo': 'alfa romeo|Alfa|ALFA ROMEO 147|alfaromeo|Alfa Romeo Giulietta|A. Romeo|alpha romeo',
  Suzuki: 'suzuki|SUZUKI SWIFT|susuki|Suzuki Fun|zuzuki',
  Subaru: 'subaru|SUBARU IMPREZA|subarú|subaro',
  Mitsubishi: 'mitsubishi|Mitsubishi L200|mitsubichi|MITSUBISHI MONTERO|mitsubitchi|Mitsu|mitzubishi',
  Mazda: 'mazda|maxda|MAZDA 3|masda',
  Volvo: 'volvo|VOLVO XC60|bolvo',
  Chery: 'chery|CHERY TIGGO|cherry|Chery QQ|Cheri',
  'Great Wall': 'great wall|GWM|Great Wall Wingle|greatwall|GWM POER|great wal',
  Mini: 'mini|MINI COOPER|Mini Cooper S|mini countryman',
  Porsche: 'porsche|PORSCHE CAYENNE|porche|Porshe 911',
  SsangYong: 'ssangyong|SSANG YONG|Ssangyong Actyon|sangyong|KGM|ssanyong rexton',
  Iveco: 'iveco|IVECO DAILY|ibeco',
  Isuzu: 'isuzu|Isuzu D-Max|izuzu',
  JAC: 'jac|JAC MOTORS|Jac S2',
  Lifan: 'lifan|LIFAN X60|Lifán',
  Seat: 'seat|SEAT IBIZA|Seat Cordoba|seat león',
  Daewoo: 'daewoo|daewo|DAEWOO LANOS',
  Rover: 'rover|Rover 214',
  DS: 'ds|DS 3|DS Automobiles',
  MG: 'mg|MG ZS|MG Motor',
  BYD: 'byd|BYD Dolphin',
  Smart: 'smart|SMART FORTWO|Smart for two',
  Ferrari: 'ferrari|Ferari',
  Jaguar: 'jaguar|JAGUAR XF|jaguarr',
  Lexus: 'lexus|Lexus NX|lexsus',
  Chrysler: 'chrysler|CHRYSLER NEON|crysler|Chrisler|chrysler pt cruiser',
  DFSK: 'dfsk|DFSK C31|Dongfeng',
  '': 'lada|Lada Niva|tata|dacia|acura|-|s/d|N/A|otros|xx|no sé|sin datos|Motomel|Yamaha|moto|Scania|?|consultar|IKA|Siam',
};

const COLORS: Record<string, string> = {
  Blanco: 'blanco|BLANCA|bco|Blanco Banchisa|blanc|blanco summit|White|blannco',
  'Blanco perlado': 'blanco perlado|Blanco perla|blanco perlado tricapa|Perla',
  Negro: 'negro|negra|NEGRO VULCANO|ngo|Negro Met.|black|negr0|Negro Perla Nera',
  Gris: 'gris|GRISES|Gris Cosmos|gris aluminium|gris met|Grey|gris tormenta',
  'Gris plata': 'gris plata|Gris Plata Met.|gris plateado|GRIS-PLATA',
  'Gris oscuro': 'gris oscuro|gris osc.|Gris Oscuro Metalizado|gris oscura|Gris plomo',
  'Gris claro': 'gris claro|gris clarito|GRIS CLARO MET',
  Plateado: 'plateado|plata|plateada|Silver|PLATEADO MET',
  Rojo: 'rojo|roja|ROJO FERRARI|rojo met|rojoo|red|Rojo Alfa|rojos',
  Bordó: 'bordo|bordó|Granate|burdeos|bordeaux|bordo met.',
  Azul: 'azul|azules|AZUL BILLAR|azul francia|blue|azul met|asul',
  'Azul oscuro': 'azul oscuro|azul osc|azul marino|Azul Oscuro Perlado|azul noche',
  Celeste: 'celeste|Celeste metalizado|seleste|azul celeste',
  Verde: 'verde|verdes|Verde Militar|verde ingles|green',
  'Verde oscuro': 'verde oscuro|verde osc',
  Amarillo: 'amarillo|amarilla|amarillo taxi|amariyo',
  Naranja: 'naranja|anaranjado|naranja atacama|narnja',
  Marrón: 'marron|marrón|café|marron tierra|chocolate|marrones',
  Beige: 'beige|beis|Beige Dune|beich|arena',
  Champagne: 'champagne|champaña|champan|champagne met|shampagne',
  Dorado: 'dorado|dorada|oro',
  Violeta: 'violeta|morado|purpura|bioleta',
  Rosa: 'rosa|rosado|rosas',
  Grafito: 'grafito|gris grafito|grafito met',
  Bronce: 'bronce|bronze|bronce met',
  '': 'transparente|s/d|bicolor|a elección|multicolor|N/C|-|varios',
};

const BODY_STYLES: Record<string, string> = {
  Sedán: 'sedan|SEDÁN|sedan 4 puertas|Sedan 4p|4 puertas|cedan|sedán 4p.|berlina|sedanes',
  Hatchback: 'hatchback|hatch|Hatchback 5 puertas|hatchbak|5 puertas|hatch back|hachback|Hatch 5p',
  Pickup: 'pickup|Pick-Up|PICK UP|pick up doble cabina|doble cabina|pikup|Pickup C/S|picap|pick-ups',
  SUV: 'suv|S.U.V.|SUV 5p|suv compacta|crossover|SUVs',
  Coupé: 'coupe|cupé|Coupé 2p|cupe|coupé deportiva',
  Convertible: 'convertible|cabrio|cabriolet|descapotable|combertible|roadster',
  Familiar: 'familiar|rural|Station Wagon|rural 5 puertas|familiar 5p|break|wagon',
  Monovolumen: 'monovolumen|MPV|minivan|mono volumen|monobolumen|Mini Van',
  Utilitario: 'utilitario|furgon|furgón|utilitaria|utilitarios|Furgoneta|van|utilitario mediano',
  '': 'moto|camión|4x4|s/d|cuatriciclo|otro|casa rodante|-|tractor',
};

/** `Ciudad (Provincia)`; what was written may have its province after ` @ `, as a column of its own. */
const CITIES: Record<string, string> = {
  'Rosario (Santa Fe)':
    'Rosario @ Santa Fe|rosario @ sta fe|Rosario, Santa Fe|ROSARIO (SANTA FE)|Rosario - Santa Fe|Rosario Santa Fe|rosaro @ SF|Ciudad de Rosario @ Santa Fe|Rosario Centro @ Santa Fe',
  'Buenos Aires (Ciudad Autónoma de Buenos Aires)':
    'CABA|Capital Federal|C.A.B.A.|cap fed|Ciudad Autónoma de Buenos Aires|CABA @ CABA|Capital Federal @ Capital Federal|Buenos Aires @ CABA|Cdad de Bs As|Ciudad de Buenos Aires @ C.A.B.A.',
  'Mar del Plata (Buenos Aires)':
    'Mar del Plata|mar del plata @ bs as|MDQ|Mar de Plata @ Buenos Aires|mardel plata @ Bs.As.|M. del Plata @ PBA|Mar del Plata, Bs. As.|mar del pata @ buenos aires',
  'La Plata (Buenos Aires)': 'La Plata|la plata @ buenos aires|LA PLATA (BS AS)|Laplata @ bs as',
  'Bahía Blanca (Buenos Aires)':
    'bahia blanca|Bahía Blanca @ Buenos Aires|B. Blanca @ Bs As|Baia Blanca|bahia blanca - buenos aires|Vahia Blanca @ Bs As',
  'Córdoba (Córdoba)':
    'cordoba @ cordoba|Córdoba Capital|cba @ cba|Cordova @ cordoba|Córdoba, Córdoba|cordoba capital @ cba',
  'San Miguel de Tucumán (Tucumán)':
    'San Miguel de Tucumán|S.M. de Tucuman @ Tucuman|tucuman @ tucuman|SMT @ Tucumán|San Miguel @ Tucumán|San Miguel de Tucuman, Tucumán|s. miguel de tucuman @ tuc',
  'San Carlos de Bariloche (Río Negro)':
    'Bariloche|bariloche @ rio negro|S.C. de Bariloche|San Carlos de Bariloche, Rio Negro|bariloche rn|Barilohe @ Rio Negro',
  'San Martín de los Andes (Neuquén)':
    'San Martin de los Andes|S.M. de los Andes @ Neuquen|S. M. Andes @ nqn|San Martín de los Andes (Neuquén)|San Martin de Los Andes Neuquen',
  'Neuquén (Neuquén)': 'Neuquén @ Neuquén|neuquen capital|nqn @ nqn|Neuquen, Neuquén',
  'Mendoza (Mendoza)': 'mendoza @ mendoza|Mendoza Capital|mza @ mza|Mendosa @ Mendoza',
  'General Alvear (Mendoza)':
    'Gral. Alvear @ Mendoza|gral alvear, mendoza|General Alvear (Mza)|Gral Alvear @ mza',
  'Comodoro Rivadavia (Chubut)':
    'Comodoro Rivadavia|comodoro @ chubut|Cdro. Rivadavia|C. Rivadavia @ Chubut|Comodoro Ribadavia|comodoro rivadavia chubut',
  'Puerto Madryn (Chubut)':
    'Pto. Madryn|puerto madryn @ chubut|Puerto Madrin|Pto Madryn, Chubut|madryn @ chubut',
  'Puerto Iguazú (Misiones)': 'Pto Iguazu|iguazu @ misiones|Puerto Iguazú, Misiones|Pto. Iguasu',
  'Río Cuarto (Córdoba)':
    'Rio Cuarto|Río 4to|rio cuarto @ cba|Rio IV @ Córdoba|Río Cuarto (Cba)|rio 4 @ cordoba|R. Cuarto @ Córdoba',
  'Villa Carlos Paz (Córdoba)':
    'Carlos Paz|villa carlos paz @ cordoba|V. Carlos Paz @ Cba|Va. Carlos Paz|Villa Carlos Pas',
  'Villa María (Córdoba)': 'villa maria @ cordoba|Va. Maria @ Cba|V. María, Córdoba',
  'Nueve de Julio (Buenos Aires)': '9 de Julio @ Buenos Aires|9 de julio, bs as|Nueve de Julio @ PBA',
  'Veinticinco de Mayo (Buenos Aires)': '25 de Mayo @ Bs. As.|25 de mayo (buenos aires)',
  'Tres Arroyos (Buenos Aires)': 'tres arroyos|3 Arroyos|Tres Arroyos @ Buenos Aires|Tres Arrollos',
  'Coronel Suárez (Buenos Aires)': 'Cnel. Suarez|cnel suarez @ bs as|Coronel Suares',
  'Salta (Salta)': 'salta @ salta|Salta Capital|SALTA, SALTA',
  'San Salvador de Jujuy (Jujuy)':
    'San Salvador de Jujuy|jujuy @ jujuy|S.S. de Jujuy|S. S. de Jujuy @ Jujuy|San Salvador @ Jujuy',
  'Paraná (Entre Ríos)': 'parana @ entre rios|Paraná, E. Ríos|Paraná (Entre Ríos)|parana entre rios',
  'Concordia (Entre Ríos)': 'concordia|Concordia @ E.R.|concordia, entre rios|Concordía',
  'Ushuaia (Tierra del Fuego)': 'ushuaia|Ushuahia|Usuaia @ TDF|Ushuaia, Tierra del Fuego',
  'Río Gallegos (Santa Cruz)': 'rio gallegos|Río Gallegos @ Sta Cruz|R. Gallegos|rio gayegos',
  'Santa Rosa (La Pampa)': 'Santa Rosa @ La Pampa|Sta. Rosa, La Pampa|sta rosa @ lp|Santa Rosa La Pampa',
  'Santiago del Estero (Santiago del Estero)':
    'sgo del estero @ sgo del estero|Santiago del Estero|Stgo. del Estero|SDE @ Santiago del Estero',
  'Resistencia (Chaco)': 'resistencia|Resistensia @ Chaco|resistencia chaco',
  'Posadas (Misiones)': 'posadas|POSADAS @ MISIONES|Posadas, Mnes',
  'Palermo (Ciudad Autónoma de Buenos Aires)':
    'Palermo @ CABA|palermo, caba|Palermo (Capital Federal)|CABA - Palermo',
  '': 'Narnia|Montevideo|s/d|-|San Pedro|Santa Rosa|9 de Julio|General Alvear|Springfield @ Santa Fe|interior|otra',
};

type Rank = (value: string) => { name: string; score: number }[];

/** Values whose best match is not the expected one, and the share of sure ones. */
function check(lists: Record<string, string>, rank: Rank) {
  const values = Object.entries(lists).flatMap(([name, list]) =>
    list.split('|').map((value) => {
      const ranked = rank(value);
      const certainty = getCertainty(ranked.map(({ score }) => score));
      const isWrong = name === '' ? certainty === 'sure' : ranked[0]?.name !== name;
      return { value, isSure: certainty === 'sure', isWrong };
    }),
  );
  const wrong = values.filter(({ isWrong }) => isWrong);
  return {
    wrong: wrong.map(({ value }) => value),
    wrongAndSure: wrong.filter(({ isSure }) => isSure),
    sureShare: values.filter(({ isSure }) => isSure).length / values.length,
  };
}

const rankBy =
  (matcher: Matcher<Candidate & { row: { name: string } }>): Rank =>
  (value) =>
    matcher.ranked(value).map(({ candidate, score }) => ({ name: candidate.row.name, score }));

const places = createPlaceMatcher(
  CATALOG.cities.map((row) => ({
    id: row.id,
    codes: [String(row.id)],
    names: [row.name],
    region: findRegionName(row),
  })),
);

const rankCities: Rank = (text) => {
  const [value = '', province] = text.split(' @ ');
  return places
    .rank(value, province)
    .matches.map(({ candidate, score }) => ({ name: `${candidate.names[0]} (${candidate.region})`, score }));
};

it.each([
  ['makes', MAKES, rankBy(makeMatcher), ['pegeout partner']],
  ['colours', COLORS, rankBy(colorMatcher), []],
  ['body styles', BODY_STYLES, rankBy(bodyStyleMatcher), []],
  ['cities', CITIES, rankCities, ['S. M. Andes @ nqn']],
] as const)('%s: most are sure, and none that is wrong', (_, lists, rank, missed) => {
  const { wrong, wrongAndSure, sureShare } = check(lists, rank);
  expect(wrongAndSure).toEqual([]);
  expect(wrong).toEqual(missed);
  expect(sureShare).toBeGreaterThan(0.7);
});
