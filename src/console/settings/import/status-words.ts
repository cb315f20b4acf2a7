import type { LOST_REASONS, Status } from '#contract/desk/follow-up.ts';
import { normalizeWords } from '#matching/normalize.ts';

export type LostReason = (typeof LOST_REASONS)[number];

// Words of other programs, normalized. The first pattern that fits decides: negations come before what they negate.

const STATUS_WORDS: readonly [Status, RegExp][] = [
  ['new', /\b(?:sin|no|not|un) ?(?:contact|atend|gestion|respond|asign)/],
  [
    'lost',
    /perdid|\blost\b|\bdead\b|\bno (?:interes|compr|vend|califica)|\bnot interested|disqualif|unqualif|descart|discard|desist|cancel|\bcaid[ao]|rechaz|reject|\bbaja\b|otro lado|elsewhere/,
  ],
  ['won', /\bganad|\bvendid|\bventa|\bcomprad|\bcompro\b|\bwon\b|\bsold\b|entregad|facturad|\bexito|success/],
  ['appointment', /\bcitas?\b|\bcitad|appointment|visit|test drive|\bturno|reunion|meeting|agendad|schedul/],
  ['answered', /respondid|answered|replied|attempt|intento|enviad|\bsent\b|llamad|\bcalled\b/],
  [
    'contacted',
    /contact|seguimiento|follow up|negoci|negotiat|interesad|interested|working|proceso|progress|curso|presupuest|cotiza|quot|propos|propuesta|qualif|calificad/,
  ],
  ['new', /\bnuev|\bnew\b|pendiente|pending|\bopen\b|abiert|ingresad/],
];

const REASON_WORDS: readonly [LostReason, RegExp][] = [
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

export function suggestStatus(text: string): Status | undefined {
  return findFirst(STATUS_WORDS, text);
}

export function suggestLostReason(text: string): LostReason | undefined {
  return findFirst(REASON_WORDS, text);
}

function findFirst<Value>(words: readonly [Value, RegExp][], text: string): Value | undefined {
  const normalized = normalizeWords(text);
  return words.find(([, pattern]) => pattern.test(normalized))?.[0];
}
