import type { BodyChange, SignatureFinding, SignatureTestResult } from '#contract/desk/signature-tests.ts';
import {
  type ReceivedMessage,
  type VerificationOptions,
  isStandardSecret,
  parseInstant,
  verifyNotification,
} from '#signing/webhook.ts';

/** Longer lines are none of a signature, and the pattern takes the square of their length. */
const MAX_HEADER_LINE = 1000;

/** Headers of pasted lines, by lower-case name: as servers log them, as options of curl, or as members of JSON. */
export function parseHeaderLines(text: string): Record<string, string> {
  const lines = text.split(/[\r\n]+/).filter(({ length }) => length <= MAX_HEADER_LINE);
  const pairs = lines.flatMap((line) => {
    const [, name = '', value = ''] =
      /^\s*(?:[<>]\s*)?(?:-H\s+)?["'{\s]*([\w-]+)["']?\s*:\s*["']?(.*?)["'\s,}\\]*$/.exec(line) ?? [];
    return name === '' ? [] : [[name.toLowerCase(), value] as const];
  });
  return Object.fromEntries(pairs);
}

const BODY_CHANGES: Record<Exclude<BodyChange, 'kept'>, (body: string) => string> = {
  'newline-added': (body) => `${body}\n`,
  'crlf-added': (body) => `${body}\r\n`,
  'end-trimmed': (body) => body.trimEnd(),
  'lf-to-crlf': (body) => body.replace(/\r?\n/g, '\r\n'),
  'crlf-to-lf': (body) => body.replaceAll('\r\n', '\n'),
  'bom-added': (body) => `\u{feff}${body}`,
  'bom-removed': (body) => body.replace(/^\u{feff}/u, ''),
  compact: (body) => JSON.stringify(JSON.parse(body)),
  'indented-2': (body) => JSON.stringify(JSON.parse(body), null, 2),
  'indented-4': (body) => JSON.stringify(JSON.parse(body), null, 4),
  'non-ascii-escaped': (body) =>
    body.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

/** Names the changes that a body can have had on its way. `kept`: the body that arrived with the same id. */
export function* listChangedBodies(body: string, keptBody?: string | null): Generator<[BodyChange, string]> {
  if (typeof keptBody === 'string') yield ['kept', keptBody];
  for (const [name, change] of Object.entries(BODY_CHANGES)) {
    try {
      yield [name as BodyChange, change(body)];
    } catch (error) {
      // It is no JSON.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
}

const OTHER_STYLE = { notification: 'webhook-signature', standard: 'notification-signature' } as const;

/** Says which style of signature agrees with a secret, or why not. The receiver's own verification decides all of it. */
export function explainSignature(
  message: ReceivedMessage,
  secret: string,
  { keptBody, ...options }: VerificationOptions & { keptBody?: string | null | undefined },
): Pick<SignatureTestResult, 'refusal' | 'findings'> {
  const header = (name: string) => [message.headers[name]].flat()[0] ?? '';
  const isSigned = (style: SignatureFinding['style'], body = message.body) =>
    'id' in
    verifyNotification({ headers: { ...message.headers, [OTHER_STYLE[style]]: undefined }, body }, secret, {
      ...options,
      toleranceMs: Infinity,
    });
  const findFault = (names: readonly string[], isMalformed: (name: string) => boolean) => {
    const missing = names.find((name) => header(name) === '');
    if (missing !== undefined) return { outcome: 'missing' as const, header: missing };
    const malformed = names.find(isMalformed);
    return malformed === undefined ? undefined : { outcome: 'malformed' as const, header: malformed };
  };
  const judgeAge = (at: number | undefined) => {
    const aheadMs = (at ?? 0) - options.now;
    return Math.abs(aheadMs) <= options.toleranceMs
      ? { outcome: 'valid' as const }
      : { outcome: 'age' as const, aheadMs };
  };
  const signedAt = parseInstant(header('notification-timestamp'));
  const messageFault = findFault(
    ['notification-hook-id', 'notification-timestamp'],
    (name) => name === 'notification-timestamp' && signedAt === undefined,
  );
  const notificationFits = isSigned('notification');

  function judgeNotification(): Omit<SignatureFinding, 'style'> {
    const name = 'notification-signature';
    if (message.headers[name] === undefined) return { outcome: 'absent' };
    const fault = messageFault ?? findFault([name], () => !isSha256(header(name)));
    return fault ?? (notificationFits ? judgeAge(signedAt) : { outcome: 'secret' });
  }

  function judgeStandard(): Omit<SignatureFinding, 'style'> {
    if (message.headers['webhook-signature'] === undefined) return { outcome: 'absent' };
    const fault =
      messageFault ??
      findFault(['webhook-id', 'webhook-timestamp', 'webhook-signature'], (name) =>
        name === 'webhook-timestamp'
          ? !/^\d{1,12}$/.test(header(name))
          : name === 'webhook-signature' &&
            !header(name)
              .split(' ')
              .some((part) => part.startsWith('v1,') && isSha256(part.slice('v1,'.length))),
      );
    if (fault) return fault;
    if (header('webhook-id') !== header('notification-hook-id')) return { outcome: 'id' };
    if (!isStandardSecret(secret)) return { outcome: 'key' };
    if (isSigned('standard')) return judgeAge(Number(header('webhook-timestamp')) * 1000);
    for (const [change, body] of listChangedBodies(message.body, keptBody))
      if (isSigned('standard', body)) return { outcome: 'body', change };
    if (notificationFits) return { outcome: 'body', change: null };
    return {
      outcome: message.headers['notification-signature'] === undefined ? 'secret-or-body' : 'secret',
    };
  }

  const result = verifyNotification(message, secret, options);
  return {
    refusal: 'id' in result ? null : result.refused,
    findings: [
      { style: 'notification', ...judgeNotification() },
      { style: 'standard', ...judgeStandard() },
    ],
  };
}

function isSha256(text: string): boolean {
  return /^(?:[A-Za-z\d+/]{43}=|[A-Fa-f\d]{64})$/.test(text);
}

const EXCERPT = 24;

/** First difference of a pasted body from the one that arrived; null: there is none. */
export function findDifference(kept: string, pasted: string): SignatureTestResult['difference'] {
  const letters = Array.from(pasted);
  const at = Array.from(kept).findIndex((letter, index) => letter !== letters[index]);
  const index = at === -1 ? Array.from(kept).length : at;
  if (at === -1 && letters.length === index) return null;
  const before = letters.slice(0, index).join('');
  const lines = before.split('\n');
  const cut = (text: string) =>
    Array.from(text)
      .slice(index, index + EXCERPT)
      .join('');
  return {
    offset: Buffer.byteLength(before),
    line: lines.length,
    column: Array.from(lines.at(-1) ?? '').length + 1,
    kept: cut(kept),
    pasted: cut(pasted),
  };
}
