import * as z from 'zod/mini';

/** What the log says of a violation: nothing of it can name a person, an inquiry or a secret of an address. */
export interface Violation {
  /** First part of the path of the page. */
  page: string | undefined;
  directive: string | undefined;
  /** `inline`, `eval`, or where it would have come from. */
  blocked: string | undefined;
  source: string | undefined;
  line: number | undefined;
}

const MOST_VIOLATIONS = 10;
const LONGEST = 100;

/** Whatever it is: only text and numbers are taken from it. */
const Given = z.optional(z.unknown());

const ByUri = z.object({
  'csp-report': z.object({
    'document-uri': Given,
    'effective-directive': Given,
    'violated-directive': Given,
    'blocked-uri': Given,
    'source-file': Given,
    'line-number': Given,
  }),
});

const ByGroup = z.array(
  z.object({
    type: z.string(),
    body: z.object({
      documentURL: Given,
      effectiveDirective: Given,
      blockedURL: Given,
      sourceFile: Given,
      lineNumber: Given,
    }),
  }),
);

/** The violations of a report in either form; undefined: it is none. */
export function violationsIn(body: string): Violation[] | undefined {
  const report = parsed(body);
  const one = z.safeParse(ByUri, report);
  if (one.success) {
    const given = one.data['csp-report'];
    return [
      violation({
        page: given['document-uri'],
        directive: given['effective-directive'] ?? given['violated-directive'],
        blocked: given['blocked-uri'],
        source: given['source-file'],
        line: given['line-number'],
      }),
    ];
  }
  const many = z.safeParse(ByGroup, report);
  if (!many.success) return undefined;
  return many.data
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, MOST_VIOLATIONS)
    .map(({ body }) =>
      violation({
        page: body.documentURL,
        directive: body.effectiveDirective,
        blocked: body.blockedURL,
        source: body.sourceFile,
        line: body.lineNumber,
      }),
    );
}

function violation({ page, directive, blocked, source, line }: Record<keyof Violation, unknown>): Violation {
  return {
    page: text(page, pageOf),
    directive: text(directive, plain),
    blocked: text(blocked, originOf),
    source: text(source, originOf),
    line: Number.isSafeInteger(line) ? Number(line) : undefined,
  };
}

function text(given: unknown, read: (text: string) => string): string | undefined {
  return typeof given === 'string' && given !== '' ? read(given) : undefined;
}

/** What follows it may be a mail, an inquiry, or the secret of a link. */
function pageOf(address: string): string {
  return plain(`/${URL.parse(address)?.pathname.split('/', 2)[1] ?? ''}`);
}

/** A word as it is, of an address where it leads; `data:` and the like have no origin but a scheme. */
function originOf(address: string): string {
  const url = URL.parse(address);
  if (!url) return plain(address.split(/[/?#]/, 1)[0] ?? '');
  return plain(url.origin === 'null' ? url.protocol : url.origin);
}

function plain(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, LONGEST);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
