import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { ProblemError } from '#http/problem-error.ts';
import { refusal } from '#gateway/problems.ts';

/** A seller may be shown their own inquiries only: those that the service says they are responsible for. */

/** Whether that holds for a person in an agency; the agency's administrator sees all there. */
export function isLimitedIn(
  { mail, ownInquiriesIn }: Pick<Person, 'mail' | 'ownInquiriesIn'>,
  adminMail: string | undefined,
): boolean {
  const agency = mailKey(adminMail ?? '');
  return ownInquiriesIn.includes(agency) && agency !== mailKey(mail);
}

/** An inquiry that the person may not know of: 404 without a body, as the service's own for one that is not there. */
export class Unseen extends ProblemError {
  constructor() {
    super(refusal('not-found').problem);
    this.name = 'Unseen';
  }
}

/** What a list may be asked with, beside the person. Whatever else is in the query is left out. */
const PASSED = new Set(['externalid', 'desde', 'hasta', 'pagina']);

/** The address of a list, asked for one person's inquiries whatever it asked for. */
export function ownListAt(url: string, mail: string): string {
  const [path = '', ...search] = url.split('?');
  const given = [...new URLSearchParams(search.join('?'))].filter(([name]) => PASSED.has(name));
  return `${path}?${new URLSearchParams([...given, ['operador', mail]])}`;
}

/** Whether the full form of an inquiry names the person as responsible. */
export function isTheirs({ mail }: Pick<Person, 'mail'>, inquiry: string | undefined): boolean {
  const { OperadorResponsable: responsible } = JSON.parse(inquiry ?? '{}') as {
    OperadorResponsable?: unknown;
  };
  return typeof responsible === 'string' && mailKey(responsible.trim()) === mailKey(mail);
}

/**
 * Asks the service whether a person may know of an inquiry.
 * @throws Unseen; ProblemError when the service does not say
 */
export async function proveOwn(
  upstream: Upstream,
  person: Person,
  { adminMail, sid }: { adminMail: string; sid: string },
  signal?: AbortSignal,
): Promise<void> {
  if (!isLimitedIn(person, adminMail)) return;
  const { status, body } = await upstream.call({
    endpoint: v3.viewInquiry,
    path: addressOf(v3.viewInquiry, { adminMail, sid }),
    ...(signal && { signal }),
  });
  if (status === 429) throw refusal('busy', { headers: { 'retry-after': '2' } });
  if (status !== v3.viewInquiry.success || !isTheirs(person, body)) throw new Unseen();
}
