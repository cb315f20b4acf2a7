import { agencyEndpoints } from './agencies.ts';
import { catalogEndpoints } from './catalogs.ts';
import { entryPointEndpoints } from './entry-points.ts';
import { inquiryEndpoints } from './inquiries.ts';
import { webhookEndpoints } from './webhooks.ts';

/**
 * Every endpoint of v3 by name (brief 4). `/v3` paths only occur in the contract, in the table of each resource.
 */
export const v3 = {
  ...agencyEndpoints,
  ...inquiryEndpoints,
  ...webhookEndpoints,
  ...entryPointEndpoints,
  ...catalogEndpoints,
} as const;

export type V3Name = keyof typeof v3;
