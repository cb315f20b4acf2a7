import { agencyRows } from './agencies.ts';
import { catalogRows } from './catalogs.ts';
import { entryPointRows } from './entry-points.ts';
import { inquiryRows } from './inquiries.ts';
import { webhookRows } from './webhooks.ts';

/**
 * Every endpoint of v3 by name (brief 4). `/v3` paths only occur in the contract, in the table of each resource.
 */
export const v3 = {
  ...agencyRows,
  ...inquiryRows,
  ...webhookRows,
  ...entryPointRows,
  ...catalogRows,
} as const;

export type V3Name = keyof typeof v3;
