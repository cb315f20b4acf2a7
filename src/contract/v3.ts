import { agencyRows } from './agencies.ts';
import { catalogRows } from './catalogs.ts';
import { entryPointRows } from './entry-points.ts';
import { inquiryRows } from './inquiries.ts';
import { webhookRows } from './webhooks.ts';

/**
 * Every endpoint of v3, by name (brief 4). A `/v3` path is written nowhere but in the rows of each noun, which stand
 * beside their schemas.
 */
export const v3 = {
  ...agencyRows,
  ...inquiryRows,
  ...webhookRows,
  ...entryPointRows,
  ...catalogRows,
} as const;

export type V3Name = keyof typeof v3;
