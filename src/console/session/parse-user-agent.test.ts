import { describe, expect, it } from 'vitest';
import { parseUserAgent } from './parse-user-agent.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('parseUserAgent', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`,
      'Chrome 141',
      'Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
      'Edge 141',
      'Windows',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`,
      'Chrome 141',
      'ChromeOS',
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/141.0.0.0 Safari/537.36`,
      'Chrome 141',
      'Linux',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox 144', 'Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0',
      'Firefox 144',
      'macOS',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari 26',
      'macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari 26',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.1 Mobile/15E148 Safari/604.1',
      'Chrome 141',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/144.0 Mobile/15E148 Safari/605.1.15',
      'Firefox 144',
      'iPad',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`,
      'Chrome 141',
      'Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet 28',
      'Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/141.0.0.0`,
      'Edge 141',
      'Android',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`,
      'Opera 124',
      'Windows',
    ],
  ])('finds browser and system in %s', (userAgent, browser, system) => {
    expect(parseUserAgent(userAgent)).toEqual({ browser, system });
  });

  it.each(['', 'curl/8.5.0', '<script>alert(1)</script>'])('returns nothing for %j', (userAgent) => {
    expect(parseUserAgent(userAgent)).toEqual({});
  });

  it('names the system where only that is known', () => {
    expect(parseUserAgent('Thing/1.0 (Linux)')).toEqual({ system: 'Linux' });
  });
});
