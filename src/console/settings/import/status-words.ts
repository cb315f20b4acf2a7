import type { LOST_REASONS, Status } from '#contract/follow-up/follow-up-state.ts';
import { foldForMatching } from '#matching/normalize.ts';

export type LostReason = (typeof LOST_REASONS)[number];

const LOSS =
  /\bperdid|\blost\b|\bdead\b|\bdescart|\bdiscard|\bdesist|\bcancel|\bcaid[ao]s?\b|\brechaz|\breject|\bdado de baja|\bdisqualif|\bunqualif|\bjunk\b|\bspam\b|\bbad lead/;

/** These words can be part of a status and still do not say it, so nothing is suggested. */
const UNSURE: readonly RegExp[] = [
  /\b(?:no|not|non|sin|nunca|never|ni|without)\b/,
  /\b(?:pendientes?|pending|por|para|a|to|falta|faltan|awaiting|waiting|esperando|espera|futuro|future|proximo|next|volver|again|de nuevo|nuevamente|recontact\w*|re ?llamar|call ?back)\b/,
  /\b(?:fallid[ao]s?|failed|incorrect[ao]s?|wrong|erroneo|invalid[ao]?)\b/,
  // One thing was called off, or refused, and not the deal.
  /\b(?:citas?|visitas?|turnos?|reunion|entrevista|test drive|llamada|appointment|meeting|visit|reserva|seña|sena|credito|financiacion|prestamo|loan|credit|banco|bank)\b.*\b(?:cancel|rechaz|reject|declin|anulad|perdid|caid)|\b(?:cancel|rechaz|reject|declin|anulad|perdid|missed|lost)\w* .*\b(?:citas?|visitas?|turnos?|reunion|llamada|contacto|appointment|meeting|visit|call|contact|credito|prestamo|loan|credit|banco|bank)\b/,
  /\bllamadas? perdida|\bmissed call|\bcontacto perdido|\brecuper|\breabiert|\breopen|\bposible|\bpossible|\bprobable|\bmaybe|\bquizas|\btal vez|\bduplica/,
  /\b(?:vehiculo|auto|unidad|car|unit|ya|already)\b.*\b(?:vendid|sold|compr|bought|purchased)|\b(?:vendid|sold)\w* a\b|\b(?:otr[ao]s?|other|another|else|elsewhere|competencia|competidor|competitor)\b/,
  /\b(?:pre|post|pos) ?venta|\bpresale|\baftersale|\bventas\b|\ben venta\b|\bproceso de venta|\bfor sale|\b(?:web|website|sitio|pagina|online)\b/,
];

const STATUS_WORDS: readonly (readonly [Status, RegExp])[] = [
  // Negations come before what they negate.
  [
    'new',
    /\b(?:sin|no|not|un|nunca|never|aun no|todavia no|not yet)(?: fue| ha sido| been| se ha| yet)? ?(?:contactad|contacted|contactar|atendid|atender|gestionad|gestionar|respondid[ao]|responder|replied|asignad|asignar|assigned|leid|leer|read\b|opened|abiert)/,
  ],
  [
    'lost',
    /\bno (?:le )?(?:interes|compr|vendid|califica|quiere|concret)|\b(?:not|no longer|isnt) interested|\bnot qualified|\bnot a fit\b|\bsin interes\b/,
  ],
  [
    'lost',
    /\b(?:compr\w*|bought|purchased|eligio|chose|se fue|cerro|went|lost)\b.*\b(?:otr[ao]s?|elsewhere|another|other|someone else|competencia|competidor|competitor)\b/,
  ],
  ['answered', /\b(?:attempted|attempting|tried|trying) to (?:contact|call|reach)\b/],
  [
    'new',
    /^(?:pendientes?|pending)$|\b(?:pendientes?|pending|por|para|(?<!volver )a|to) (?:de |of |be )?(?:el |primer )*(?:contact(?:o|ar|ed)?|llam(?:ar|ada)|call(?:ed)?|atender|atencion|asign\w*|assign\w*|gestion(?:ar)?|responder)\b|\b(?:contacto|asignacion|atencion|gestion|contact) (?:pendiente|pending)\b/,
  ],
];

const SURE_WORDS: readonly (readonly [Status, RegExp])[] = [
  ['lost', LOSS],
  [
    'won',
    /\bganad[ao]s?\b|\bwon\b|^(?:vendid[ao]s?|sold|comprad[ao]|compro|facturad[ao]|entregad[ao]|delivered|invoiced|exito|success|exitos[ao]|successful)$|\bventa (?:cerrada|concretada|realizada|efectuada|finalizada|exitosa|hecha)\b|\b(?:sale|deal) (?:closed|completed|made)\b|\b(?:vehiculo|auto|unidad|car) (?:entregad|facturad|delivered|invoiced)|\bcerrad[ao] con exito\b/,
  ],
  [
    'appointment',
    /^(?:citas?|citad[ao]|turno|visita|appointment|meeting|test drive|agendad[ao]|reunion)$|\b(?:citas?|turno|visita|reunion|entrevista|test drive|appointment|meeting|visit) (?:\w+ )?(?:agendad|programad|confirmad|coordinad|pactad|concertad|acordad|reprogramad|reagendad|asignad|realizad|hech|scheduled|booked|set|confirmed|rescheduled|done|completed)|\b(?:agendad|programad|con|coordinad|scheduled|booked)\w* (?:una |la |an? )?(?:citas?|turno|visita|reunion|test drive|appointment|meeting|visit)\b/,
  ],
  [
    'answered',
    /^(?:respondid[ao]s?|answered|replied|contestad[ao]|llamad[ao]|called|enviad[ao]|sent)$|\b(?:attempted|attempting|intentad[ao]|intentando|intento|attempt)\b|\b(?:mail|email|mensaje|whatsapp|message|presupuesto|cotizacion|quote|propuesta|proposal|informacion|info|respuesta) (?:enviad|sent\b)|\b(?:llamada|call) (?:realizada|hecha|made|done)\b/,
  ],
  [
    'contacted',
    /\bcontactad[ao]s?\b|\bcontacted\b|\bcontacto (?:efectivo|realizado|exitoso|hecho|establecido|logrado)\b|\bcontact made\b|^en contacto$|^in contact$|^connected$|^conectado$|\bnegocia|\bnegotia|^(?:muy )?interesad[ao]s?$|^(?:very )?interested$|^(?:(?:sales|marketing) )?qualified$|^(?:calificad|cualificad)[ao]s?$/,
  ],
  [
    'new',
    /^(?:(?:un |una )?(?:nuev[ao]s?|new)(?: lead| consulta| contacto| prospecto| oportunidad| inquiry| contact| deal)?|(?:lead|consulta|prospecto) (?:nuev[ao]|entrante)|ingresad[ao]|recien ingresad[ao]|recibid[ao]|received|incoming(?: leads?)?|lead in|unread|unassigned|entrante)$/,
  ],
];

const REASON_WORDS: readonly (readonly [LostReason, RegExp])[] = [
  ['no-answer', /\bno (?:contest|respond|atend|atiend|answer|repl)|sin respuesta|unrespons|unreach|ilocaliz/],
  [
    'bought-elsewhere',
    /otro lado|otra (?:agencia|concesionaria|marca)|elsewhere|compet|\bcompro\b|\bbought\b/,
  ],
  [
    'not-available',
    /\bno (?:disponible|hay|habia)|\bno (?:esta|estaba) disponible|sin stock|not available|unavailable|out of stock/,
  ],
  ['finance', /financ|credit|prestamo|\bloan|cuota/],
  ['price', /preci|\bprice|\bcar[oa]\b|expensive|budget|\bcost/],
  ['other', /\botr[oa]s?\b|\bother\b/],
];

const MAX_STATUS_LENGTH = 80;

const toWords = (text: string) =>
  (foldForMatching(text.slice(0, MAX_STATUS_LENGTH + 1)).match(/[\p{L}\p{N}]+/gu) ?? [])
    .join(' ')
    .replace(/^\d+ (?=\D)/, '');

/** decided: what is not sure is not suggested, since a wrong status stops the clock of an inquiry or closes it. */
export function suggestStatus(text: string): Status | undefined {
  if (text.length > MAX_STATUS_LENGTH) return undefined;
  const words = toWords(text);
  const early = findFirst(STATUS_WORDS, words);
  if (early) return early;
  if (UNSURE.some((pattern) => pattern.test(words))) return undefined;
  const found = SURE_WORDS.filter(([, pattern]) => pattern.test(words)).map(([status]) => status);
  return found[0] === 'lost' && found[1] === 'won' ? undefined : found[0];
}

export function suggestLostReason(text: string): LostReason | undefined {
  return text.length > MAX_STATUS_LENGTH ? undefined : findFirst(REASON_WORDS, toWords(text));
}

function findFirst<Value>(patterns: readonly (readonly [Value, RegExp])[], words: string): Value | undefined {
  return patterns.find(([, pattern]) => pattern.test(words))?.[0];
}
