import createCache, { type EmotionCache } from '@emotion/cache';

// Cheaper answers of happy-dom, which took more than half of the time of components' tests.

// Queries ask for `display` and `visibility`, clicks for `pointer-events`. happy-dom compares each element with every
// rule for that, so rules about anything else are left out.
const sheet = Object.getPrototypeOf(createCache({ key: 'tests' }).sheet) as EmotionCache['sheet'];
// oxlint-disable-next-line typescript/unbound-method -- called with its sheet
const { insert } = sheet;
sheet.insert = function (rule) {
  if (/display:none|visibility:hidden|pointer-events:none/.test(rule)) insert.call(this, rule);
};

// Popper asks every parent for its name, and happy-dom would print all that is in it.
Element.prototype.toString = () => '[object Element]';
