import { maskContactsWithin, maskMembers } from '#contract/masking.ts';
import type { Inquiry } from '#console/inquiries/row.ts';

export interface Masks {
  maskInquiry: (inquiry: Inquiry) => Inquiry;
  maskText: (text: string) => string;
}

export const masks: Masks = { maskInquiry: (inquiry) => maskMembers(inquiry), maskText: maskContactsWithin };
