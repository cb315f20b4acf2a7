const BROWSERS: readonly (readonly [name: string, token: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[^ ]* (?:Mobile\/\S+ )?Safari\//],
];

const SYSTEMS: readonly (readonly [name: string, token: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

export function parseUserAgent(userAgent: string): { browser?: string; system?: string } {
  const system = SYSTEMS.find(([, token]) => token.test(userAgent))?.[0];
  for (const [name, token] of BROWSERS) {
    const version = token.exec(userAgent)?.[1];
    if (version) return { browser: `${name} ${version}`, ...(system && { system }) };
  }
  return { ...(system && { system }) };
}
