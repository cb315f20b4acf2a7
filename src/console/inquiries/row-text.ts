import { personName, vehicleName } from '#contract/inquiry-names.ts';
import type { Language } from '#console/locales/preferred-language.ts';
import type { Formats } from '#console/ui/formats.ts';
import type { Inquiry } from './inquiry-queries.ts';

// The head script renders this text before InquiryRow does, and has no catalog of texts.
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
  age: string;
  tags: string;
  comment: string;
}

export function formatRowText(
  { Momento, Interesado, Auto }: Inquiry,
  language: Language,
  format: Formats,
  now: number,
): RowText {
  const words = WORDS[language];
  const operation = Interesado.InfoOperacion;
  const tags = [
    operation?.EntregaVehiculo && words.tradeIn,
    operation?.FinanciacionDeseada && words.finance,
    operation?.QuiereCotizacionSeguro === true && words.insurance,
  ];
  return {
    name: personName(Interesado) || words.noName,
    vehicle: vehicleName(Auto),
    age: format.age(Momento, now),
    tags: tags.filter(Boolean).join(' · '),
    comment: Interesado.Comentario?.trim().split(/\r?\n/, 1)[0]?.slice(0, 200) || words.noComment,
  };
}
