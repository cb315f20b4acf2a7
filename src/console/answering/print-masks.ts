import { maskContactsWithin, maskInquiry } from '#contract/masking.ts';
import type { Inquiry } from '#console/inquiries/row.ts';

export interface Masks {
  maskInquiry: (inquiry: Inquiry) => Inquiry;
  maskText: (text: string) => string;
}

export const masks: Masks = { maskInquiry, maskText: maskContactsWithin };
