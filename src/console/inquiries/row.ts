import type { CheckedInquiry, InquiryPage } from '#contract/desk/inquiries.ts';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import type { Consulta, Consultas } from '#contract/inquiries.ts';
import { personName, vehicleName } from '#contract/inquiry-names.ts';
import type { Tolerant } from '#contract/reading.ts';
import { sidOf } from '#contract/sid.ts';
import type { Language } from '#console/locales/preferred-language.ts';
import { paths } from '#console/paths.ts';
import type { Formats } from '#console/ui/formats.ts';

// The head script contains this file, so it has only types and pure functions.

export type Inquiry = Tolerant<typeof Consulta>;
export type ServicePage = Tolerant<typeof Consultas>;

/** `isSaving`: it includes a change that the gateway has not confirmed. */
export type ListedFollowUp = FollowUp & { isSaving?: boolean };

export interface Row {
  adminMail: string;
  sid: string | undefined;
  inquiry: Inquiry;
  /** It is undefined until it is loaded, and null while nobody touched the inquiry. */
  followUp: ListedFollowUp | null | undefined;
  seen: boolean | undefined;
  /** The same buyer wrote before. */
  isRepeat: boolean;
  /** It no longer matches its list, and keeps its place until the list is refetched. */
  hasLeft: boolean;
}

/** Only these members of a row on screen change. */
export type RowState = Omit<Row, 'adminMail' | 'sid' | 'inquiry'>;

type IndexedState = Pick<CheckedInquiry, 'followUp' | 'seen' | 'earlierFromBuyer'> &
  Partial<Pick<CheckedInquiry, 'matches'>>;

const UNKNOWN_STATE: RowState = { followUp: undefined, seen: undefined, isRepeat: false, hasLeft: false };

export function toRowState({ followUp, seen, earlierFromBuyer, matches = true }: IndexedState): RowState {
  return { followUp, seen, isRepeat: earlierFromBuyer, hasLeft: !matches };
}

function toRow(adminMail: string, inquiry: Inquiry, state: IndexedState | undefined): Row {
  return { adminMail, sid: sidOf(inquiry), inquiry, ...(state ? toRowState(state) : UNKNOWN_STATE) };
}

/** The service sends inquiries alone; the index has their states. */
export function toServiceRows(
  adminMail: string,
  { _entries }: ServicePage,
  states: readonly CheckedInquiry[] = [],
): Row[] {
  const stateBySid = new Map(states.map((state) => [state.sid.toUpperCase(), state]));
  return _entries.map((inquiry) =>
    toRow(adminMail, inquiry, stateBySid.get(sidOf(inquiry)?.toUpperCase() ?? '')),
  );
}

export function toIndexRows({ rows }: InquiryPage): Row[] {
  return rows.map(({ adminMail, inquiry, ...state }) => toRow(adminMail, inquiry as Inquiry, state));
}

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

interface TextOptions {
  language: Language;
  format: Formats;
  now: number;
}

export function formatRowText(
  { Momento, Interesado, Auto }: Inquiry,
  { language, format, now }: TextOptions,
) {
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

/** Describes what is drawn before the state is known. `search` is the list's, which stays while an inquiry is open. */
export function toRowContent(
  { adminMail, sid, inquiry }: Row,
  { search, ...options }: TextOptions & { search: string },
) {
  return {
    sid,
    href: sid && paths.inquiry(adminMail, sid, search),
    moment: inquiry.Momento,
    ...formatRowText(inquiry, options),
  };
}
export type RowContent = ReturnType<typeof toRowContent>;
