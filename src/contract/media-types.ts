/** Full and reference form (brief 4.1). The vendor word is configuration; `service` stands for it here. */
export interface MediaTypes {
  /** Offered for the full form, in the order of the brief. */
  full: readonly [string, string, string];
  ref: string;
}

export function mediaTypes(vendor: string): MediaTypes {
  return {
    full: ['application/json', 'text/json', `application/vnd.${vendor}.entry+json`],
    ref: `application/vnd.${vendor}.ref+json`,
  };
}

/** What a request body may be (brief 4.1). */
export const BODY_TYPES: readonly string[] = ['application/json', 'text/json'];
