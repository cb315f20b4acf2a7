import { HIDDEN, maskInquiry } from '#contract/masking.ts';
import { DISASSOCIATION_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import { parseExactJson } from '#gateway/forward/exact-json.ts';

/** Topics whose messages are about agencies. */
const AGENCY_TOPICS: ReadonlySet<string> = new Set([REGISTRATION_TOPIC, DISASSOCIATION_TOPIC]);

/** Masks the payload of a message; one that is no JSON is hidden as a whole. */
export function maskPayload(topic: string, payload: string): string {
  try {
    const content = parseExactJson(payload);
    const isOfAgency = AGENCY_TOPICS.has(topic) && !payload.includes('Interesado');
    return isOfAgency ? payload : JSON.stringify(maskInquiry(content));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return HIDDEN;
    throw error;
  }
}
