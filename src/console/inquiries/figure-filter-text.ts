import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { type FigureKind, parseFigureFilter } from '#contract/figure-lists.ts';
import { lookUp } from '#contract/look-up.ts';
import { parseHourOfWeek, parsePriceBand } from '#contract/overview.ts';
import { localeOf } from '#console/ui/formats.ts';
import { useFacetText, useValueText } from './filter-text.ts';
import { BAND_NAMES, CHANNEL_NAMES, REASON_NAMES, STEP_NAMES } from './figure-names.ts';

/** Formats a band of prices, such as `ARS 10 M – 20 M`. */
function usePriceBandText(): (value: string) => string {
  const { i18n } = useLingui();
  const amount = new Intl.NumberFormat(localeOf(i18n.locale), {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  return (value) => {
    const band = parsePriceBand(value);
    return band ? `${band.currency} ${amount.format(band.from)} – ${amount.format(band.to)}` : value;
  };
}

function useHourText(): (value: string) => string {
  const { i18n } = useLingui();
  const weekday = new Intl.DateTimeFormat(localeOf(i18n.locale), { weekday: 'short', timeZone: 'UTC' });
  return (value) => {
    const hour = parseHourOfWeek(value);
    if (hour === undefined) return value;
    // 2024 began with a Monday.
    const day = weekday.format(Date.UTC(2024, 0, 1, hour));
    return `${day} ${hour % 24} h`;
  };
}

/** Formats a value of the filter `cifra`, such as `canal:call`, as a name and a value. */
export function useFigureFilterText(): (filter: string) => [name: string, value: string] {
  const { t, i18n } = useLingui();
  const { name: facets } = useFacetText();
  const valueText = useValueText();
  const priceBand = usePriceBandText();
  const hourText = useHourText();
  const names: Record<FigureKind, string> = {
    marca: facets.marca,
    modelo: t`Modelo`,
    precio: t`Precio`,
    provincia: facets.provincia,
    origen: facets.origen,
    interes: facets.interes,
    tipo: facets.tipo,
    condicion: facets.condicion,
    canal: t`Primera respuesta`,
    persona: t`Primera respuesta`,
    'persona-a-tiempo': t`Primera respuesta`,
    paso: t`Seguimiento`,
    motivo: t`Perdidas`,
    respondidas: t`Primera respuesta`,
    demora: t`Primera respuesta`,
    'ultimas-24-h': t`Llegada`,
    llegada: t`Llegada`,
    'llegada-cerrada': t`Llegada con la agencia cerrada`,
    'llegada-respondida': t`Llegada`,
    'hora-respuesta': t`Primera respuesta`,
  };
  const translate = (texts: Readonly<Record<string, MessageDescriptor>>, value: string) => {
    const text = lookUp(texts, value);
    return text ? i18n._(text) : value;
  };
  const formats: Partial<Record<FigureKind, (value: string) => string | undefined>> = {
    precio: priceBand,
    origen: (value) => valueText('OrigenLead', value),
    interes: (value) => valueText('Interes', value),
    tipo: (value) => valueText('TipoAnuncio', value),
    condicion: (value) => valueText('Estado', value),
    canal: (value) => translate(CHANNEL_NAMES, value),
    persona: () => t`de una misma persona`,
    'persona-a-tiempo': () => `${t`de una misma persona`}, ${t`a tiempo`}`,
    paso: (value) => translate(STEP_NAMES, value),
    motivo: (value) => translate(REASON_NAMES, value),
    demora(value) {
      const [band = '', step] = value.split(' ');
      const texts = [translate(BAND_NAMES, band), step && translate(STEP_NAMES, step)];
      return texts.filter(Boolean).join(', ');
    },
    llegada: hourText,
    'llegada-cerrada': (value) => (value === '' ? t`a cualquier hora` : hourText(value)),
    'llegada-respondida': (value) => `${hourText(value)}, ${t`Respondidas`}`,
    'hora-respuesta': hourText,
  };
  return (filter) => {
    const figure = parseFigureFilter(filter);
    if (!figure) return [facets.cifra, filter];
    const { kind, value } = figure;
    if (kind === 'ultimas-24-h') return [names[kind], t`En 24 h`];
    if (kind === 'respondidas') return [names[kind], value === 'a-tiempo' ? t`a tiempo` : t`dada`];
    return [
      names[kind],
      value === '' && kind !== 'llegada-cerrada' ? t`sin dato` : (formats[kind]?.(value) ?? value),
    ];
  };
}
