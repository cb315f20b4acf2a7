import * as z from 'zod/mini';
import { parseJsonBody } from '#gateway/forward/json-body.ts';

/** A violation for the log, without data that could identify people or inquiries, or contain tokens. */
export interface Violation {
  /** First path segment of the page. */
  page: string | undefined;
  directive: string | undefined;
  /** `inline`, `eval`, or the blocked origin. */
  blocked: string | undefined;
  source: string | undefined;
  line: number | undefined;
}

const MAX_VIOLATIONS = 10;
const MAX_REPORT_TEXT_LENGTH = 100;

/** Members are unchecked; only strings and numbers are used. */
const Members = z.record(z.string(), z.unknown());
const CspReportSchema = z.object({ 'csp-report': Members });
const ReportListSchema = z.array(z.object({ type: z.string(), body: Members }));

/** Violations of a report of either media type; undefined: invalid. */
export function parseViolations(body: string): Violation[] | undefined {
  const report = parseJsonBody(body);
  const cspReport = z.safeParse(CspReportSchema, report);
  if (cspReport.success) {
    const csp = cspReport.data['csp-report'];
    return [
      toViolation({
        page: csp['document-uri'],
        directive: csp['effective-directive'] ?? csp['violated-directive'],
        blocked: csp['blocked-uri'],
        source: csp['source-file'],
        line: csp['line-number'],
      }),
    ];
  }
  const reportList = z.safeParse(ReportListSchema, report);
  if (!reportList.success) return undefined;
  return reportList.data
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, MAX_VIOLATIONS)
    .map(({ body }) =>
      toViolation({
        page: body['documentURL'],
        directive: body['effectiveDirective'],
        blocked: body['blockedURL'],
        source: body['sourceFile'],
        line: body['lineNumber'],
      }),
    );
}

const toViolation = (members: Record<keyof Violation, unknown>): Violation => ({
  page: sanitizeText(members.page, toFirstSegment),
  directive: sanitizeText(members.directive, toPrintable),
  blocked: sanitizeText(members.blocked, shortenToOrigin),
  source: sanitizeText(members.source, shortenToOrigin),
  line: Number.isSafeInteger(members.line) ? Number(members.line) : undefined,
});

function sanitizeText(value: unknown, sanitize: (text: string) => string): string | undefined {
  return typeof value === 'string' && value !== '' ? sanitize(value) : undefined;
}

/** Keeps the first segment only: later ones may be mails, inquiries or tokens. */
function toFirstSegment(address: string): string {
  return toPrintable(`/${URL.parse(address)?.pathname.split('/', 2)[1] ?? ''}`);
}

/** Origin of a URL, or its scheme for `data:` and the like; keywords stay unchanged. */
function shortenToOrigin(address: string): string {
  const url = URL.parse(address);
  if (!url) return toPrintable(address.split(/[/?#]/, 1)[0] ?? '');
  return toPrintable(url.origin === 'null' ? url.protocol : url.origin);
}

function toPrintable(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_REPORT_TEXT_LENGTH);
}
