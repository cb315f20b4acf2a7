import { v3 } from '#contract/v3.ts';
import { type Upstream, callEndpoint } from '#gateway/forward/upstream.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { ProblemError } from '#http/problem-error.ts';
import { createProblem } from '#gateway/problems.ts';

// Sellers can be limited to their own inquiries: those whose OperadorResponsable they are.

/** Returns true if a person is limited to their own inquiries in an agency; its administrator never is. */
export function isLimitedToOwnInquiries(
  { mail, ownInquiriesIn }: Pick<Person, 'mail' | 'ownInquiriesIn'>,
  adminMail: string | undefined,
): boolean {
  const agency = mailKey(adminMail ?? '');
  return ownInquiriesIn.includes(agency) && agency !== mailKey(mail);
}

/** The person may not see the inquiry: 404 without a body, like the service's own for an unknown one. */
export class InquiryNotVisibleError extends ProblemError {
  constructor() {
    super(createProblem('not-found').problem);
    this.name = 'InquiryNotVisibleError';
  }
}

/** Query parameters that are forwarded for limited people. */
const FORWARDED_PARAMETERS = new Set(['externalid', 'desde', 'hasta', 'pagina']);

/** URL of a list, restricted to the inquiries of one operator. */
export function buildOwnListUrl(url: string, mail: string): string {
  const [path = '', ...search] = url.split('?');
  const parameters = [...new URLSearchParams(search.join('?'))].filter(([name]) =>
    FORWARDED_PARAMETERS.has(name),
  );
  return `${path}?${new URLSearchParams([...parameters, ['operador', mail]])}`;
}

/** Returns true if the person is the OperadorResponsable of an inquiry, given as JSON. */
export function isAssignedTo({ mail }: Pick<Person, 'mail'>, inquiry: string | undefined): boolean {
  const { OperadorResponsable: operator } = JSON.parse(inquiry ?? '{}') as {
    OperadorResponsable?: unknown;
  };
  return typeof operator === 'string' && mailKey(operator.trim()) === mailKey(mail);
}

/**
 * Checks at the service that a limited person may see an inquiry.
 * @throws InquiryNotVisibleError; ProblemError when the service does not reply
 */
export async function assertOwnInquiry(
  upstream: Upstream,
  person: Person,
  { adminMail, sid }: { adminMail: string; sid: string },
  signal?: AbortSignal,
): Promise<void> {
  if (!isLimitedToOwnInquiries(person, adminMail)) return;
  const { status, body } = await callEndpoint(upstream, v3.viewInquiry, { adminMail, sid }, { signal });
  if (status === 429) throw createProblem('busy', { headers: { 'retry-after': '2' } });
  if (status !== v3.viewInquiry.success || !isAssignedTo(person, body)) throw new InquiryNotVisibleError();
}
