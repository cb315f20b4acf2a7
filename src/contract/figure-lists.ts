/** Figures of the overview whose inquiries a list selects; the value of the filter `cifra` is `canal:call`, for example. */
export const FIGURE_KINDS = [
  'marca',
  'modelo',
  'precio',
  'provincia',
  'origen',
  'tipo',
  'condicion',
  'interes',
  'canal',
  'persona',
  'persona-a-tiempo',
  'paso',
  'motivo',
  'respondidas',
  'demora',
  'ultimas-24-h',
  'llegada',
  'llegada-cerrada',
  'llegada-respondida',
  'hora-respuesta',
] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/**
 * Value of `cifra`. An empty value is an inquiry without it; `ultimas-24-h` has none; `respondidas` has none, or `a-tiempo`; the hours are those of the
 * week, from 0 to 167, and all of them for `llegada-cerrada` without one; `demora` is a band, or a band and a step that was
 * reached, as `half-hour won`.
 */
export function formatFigureFilter(kind: FigureKind, value: string): string {
  return `${kind}:${value}`;
}

/** Parses a value of `formatFigureFilter`; undefined: not one. */
export function parseFigureFilter(text: string): { kind: FigureKind; value: string } | undefined {
  const end = text.indexOf(':');
  const kind = FIGURE_KINDS.find((name) => name === text.slice(0, Math.max(0, end)));
  return kind && { kind, value: text.slice(end + 1) };
}
