/** Media types of the full and reference representation (brief 4.1). The vendor name is configurable. */
export interface MediaTypes {
  /** Media types of the full representation, in the order of the brief. */
  full: readonly [string, string, string];
  ref: string;
}

export function mediaTypes(vendor: string): MediaTypes {
  return {
    full: ['application/json', 'text/json', `application/vnd.${vendor}.entry+json`],
    ref: `application/vnd.${vendor}.ref+json`,
  };
}

/** Accepted media types of request bodies (brief 4.1). */
export const BODY_TYPES: readonly string[] = ['application/json', 'text/json'];
