import type { DemoRandom } from './random.ts';

interface CommentContext {
  vehicle: string;
  year: number | null;
  name: string;
}

type Comment = (about: CommentContext, random: DemoRandom) => string;

const SHORT: readonly Comment[] = [
  () => 'Precio?',
  () => 'Sigue disponible?',
  () => 'Hola, está disponible?',
  () => 'Hola! Toman permuta?',
  () => 'info por favor',
  () => '¿Último precio al contado?',
  () => 'Me pasás más fotos? 🙏',
  () => 'cuanto de anticipo y cuotas',
  ({ vehicle }) => `Me interesa el ${vehicle}`,
  () => '👍',
  () => 'Buenas, ¿dónde se puede ver?',
  () => 'HOLA QUIERO FINANCIARLO',
];

const USUAL: readonly Comment[] = [
  ({ vehicle, year }) =>
    `Hola, buenas tardes. Vi el ${vehicle}${year ? ` ${year}` : ''} publicado, ¿sigue disponible? Gracias!`,
  ({ vehicle }) =>
    `Buenas! Quería saber si el ${vehicle} es único dueño y si tiene los services hechos en la concesionaria.`,
  ({ name }, random) =>
    `Hola, soy ${name}. Puedo pasar a verlo el ${random.pick(['sábado', 'lunes', 'jueves'])} a la ${random.pick(['mañana', 'tarde'])}? Trabajo hasta las ${random.int(15, 19)}.`,
  ({ vehicle }, random) =>
    `¿Financian el ${vehicle}? Tengo un ${random.int(30, 70)} % y el resto en ${random.pick(['12', '24', '36', '48'])} cuotas 🙂`,
  (_, random) =>
    `Hola, tengo para entregar un ${random.pick(['Gol', 'Corsa', 'Palio', '206', 'Ka'])} ${random.int(2008, 2018)} con ${random.int(60, 180)} mil km, ¿lo toman en parte de pago?`,
  ({ vehicle }) =>
    `Consulta por ${vehicle}:\n- ¿es nafta o tiene GNC?\n- ¿tiene la VTV al día?\n- ¿entregan con transferencia incluida?`,
  () =>
    'Estoy a 300 km, antes de viajar quisiera saber si tiene algún detalle de chapa o pintura. ¿Me mandarían un video? 🚗💨',
  () => 'Quiero coordinar una prueba de manejo, puedo cualquier día después de las 18 hs. Saludos cordiales.',
  ({ vehicle }) => `Necesito cotización de seguro y patente del ${vehicle}, gracias 😊`,
];

const LONG: readonly Comment[] = [
  ({ vehicle, name }, random) =>
    `Estimados:\n\nMi nombre es ${name} y estoy buscando un ${vehicle} para la familia. Somos ${random.int(4, 6)}, viajamos seguido a la costa y necesitamos un baúl grande y buen consumo en ruta.\n\nLes dejo mis dudas:\n1) ¿Los kilómetros son comprobables?\n2) ¿Cuándo se cambió la correa de distribución?\n3) ¿Las cubiertas son las originales?\n4) ¿Aceptan un usado como parte de pago? Tengo uno de ${random.int(2010, 2019)}, impecable, siempre en cochera.\n\nPuedo acercarme cualquier día hábil después de las 17:30, o el sábado por la mañana. Si les resulta más cómodo me escriben por WhatsApp, contesto enseguida. También me interesaría saber si trabajan con algún banco y qué tasa manejan hoy, porque vi varias publicaciones y ninguna lo aclara.\n\nDesde ya muchas gracias. Quedo atento/a a su respuesta.\n${name}`,
  ({ vehicle }) =>
    `hola que tal mira te cuento estoy averiguando por el ${vehicle} porque el mio me lo chocaron el mes pasado y el seguro me paga recien en 30 dias entonces queria saber si me lo pueden reservar con una seña y despues completo cuando me depositan, o si no ver de financiar una parte y cancelar antes, no se si cobran algo por cancelar anticipado?? y otra cosa la transferencia corre por cuenta de uds o mia, gracias espero respuesta 🙌🏽🙌🏽`,
];

const MARKUP: readonly Comment[] = [
  ({ vehicle }) => `Hola, me interesa el <b>${vehicle}</b>, ¿precio <i>final</i>?`,
  () => '<script>alert(1)</script> hola, sigue en venta?',
  () => 'Ofrezco 5 < x < 7 millones & permuto "mano a mano"',
  () => '<img src=x onerror=alert(1)> consulto por financiación',
];

/** Creates a buyer's comment: short or long, with accents, emoji and line breaks; rarely with markup or empty. */
export function makeComment(random: DemoRandom, about: CommentContext): string {
  const kind = random.weighted([
    [SHORT, 34],
    [USUAL, 52],
    [LONG, 7],
    [MARKUP, 2],
    [undefined, 5],
  ] as const);
  return kind ? random.pick<Comment>(kind)(about, random) : '';
}
