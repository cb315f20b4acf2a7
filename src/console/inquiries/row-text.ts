import { personName, vehicleName } from '#contract/inquiry-names.ts';
import type { Language } from '#console/locales/preferred-language.ts';
import type { Formats } from '#console/ui/formats.ts';
import type { Inquiry } from './inquiries-queries.ts';
import { firstLine } from './inquiry-text.ts';

// What a row says, for the two that draw it: InquiryRow, and the head script that is there first. That script has no
// catalog of texts, so the few words of a row are here.
const WORDS = {
  es: {
    tradeIn: 'Permuta',
    finance: 'Financia',
    insurance: 'Seguro',
    noName: 'Sin nombre',
    noComment: 'Sin comentario',
  },
  en: {
    tradeIn: 'Trade-in',
    finance: 'Financing',
    insurance: 'Insurance',
    noName: 'No name',
    noComment: 'No comment',
  },
};

export interface RowText {
  name: string;
  vehicle: string;
  /** How long ago, or when. */
  age: string;
  /** What the person wants besides the vehicle. */
  marks: string;
  /** First line of the comment. */
  comment: string;
}

export function rowText(
  { Momento, Interesado, Auto }: Inquiry,
  language: Language,
  format: Formats,
  now: number,
): RowText {
  const words = WORDS[language];
  const operation = Interesado.InfoOperacion;
  const marks = [
    operation?.EntregaVehiculo && words.tradeIn,
    operation?.FinanciacionDeseada && words.finance,
    operation?.QuiereCotizacionSeguro === true && words.insurance,
  ];
  return {
    name: personName(Interesado) || words.noName,
    vehicle: vehicleName(Auto),
    age: format.age(Momento, now),
    marks: marks.filter(Boolean).join(' · '),
    comment: firstLine(Interesado.Comentario) || words.noComment,
  };
}
