// Laws of every screen, and what the explorer does on it. Bombadil bundles this file with modules of its own.
import { always, eventually, extract, now } from '@antithesishq/bombadil';
import { actions, getFingerprint, weighted } from '@antithesishq/bombadil/browser';
import { back, forward, lastAction, scroll } from '@antithesishq/bombadil/browser/defaults/actions';

export { noConsoleErrors } from '@antithesishq/bombadil/browser/defaults/properties';

const exceptions = extract(({ errors }) =>
  errors.uncaughtExceptions
    .map(({ text, remote_object: thrown }) => `${text} ${thrown?.description ?? ''}`)
    // Chromium rejects the promises of callbacks whose page was just left, as no code can catch any more.
    .filter((text) => !text.includes('callback is no longer runnable')),
);
export const noUncaughtExceptions = always(() => exceptions.current.length === 0);

/** A session that somebody ended is asked for again; a code and an operator are typed, and fields say that they are wrong. */
const MAY_BE_REFUSED = /\/desk\/(?:session|me\/second-factor)$|[?&]operador=/;

const page = extract(({ document, window }) => {
  const root = document.documentElement;
  const failed = window.performance
    .getEntriesByType('resource')
    // A job may end while it is being cancelled (409).
    .filter(
      ({ responseStatus, name }) =>
        responseStatus >= 400 && responseStatus !== 409 && !MAY_BE_REFUSED.test(name),
    )
    .map(({ name, responseStatus }) => `${responseStatus} ${name}`);
  // The browser keeps a limited number.
  window.performance.clearResourceTimings();
  return {
    ageMs: window.performance.now(),
    text: (document.body?.innerText ?? '').trim().length,
    sidewaysPx: root.scrollWidth - window.innerWidth,
    failed,
    isBusy: document.querySelector('[role="progressbar"], [aria-busy="true"]') !== null,
    focus: document.activeElement?.tagName ?? 'none',
    hasDialog: document.querySelector('[role="dialog"]') !== null,
  };
});

/** The titles since the last state, as the explorer seldom looks while something loads; and no link leads out of the console. */
const titles = extract(({ document, window }) => {
  if (!window.titlesSinceState) {
    window.titlesSinceState = [];
    new window.MutationObserver(() => window.titlesSinceState.push(document.title)).observe(document.head, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    window.addEventListener('click', (event) => {
      const link = event.target.closest('a[href]');
      if (link && (link.origin !== window.location.origin || link.target === '_blank'))
        event.preventDefault();
    });
  }
  return [...window.titlesSinceState.splice(0), document.title];
});
export const pageHasTitle = always(() => page.current.text === 0 || !titles.current.includes(''));
/** A title names more than the product, once the page had 10 s to load. */
export const titleNamesPage = always(
  () =>
    page.current.text === 0 || page.current.ageMs < 10_000 || titles.current.at(-1).endsWith(' – Vitrina'),
);
/** The page may be blank while it loads. */
export const pageIsNeverBlank = always(eventually(() => page.current.text > 0).within(10, 'seconds'));
export const pageNeverScrollsSideways = always(() => page.current.sidewaysPx <= 0);
export const noRequestFails = always(() => page.current.failed.length === 0);
/** Nothing may wait longer than 10 s; twice as long, since a busy machine seldom looks. */
export const nothingWaitsLong = always(
  now(() => page.current.isBusy).implies(eventually(() => !page.current.isBusy).within(20, 'seconds')),
);
const hasLostFocus = () => page.current.hasDialog && page.current.focus === 'BODY' && !page.current.isBusy;
/** Keys of a dialog would otherwise go to the page behind it. */
export const dialogHasFocus = always(
  now(hasLostFocus).implies(eventually(() => !hasLostFocus()).within(1, 'seconds')),
);

/** Names of controls that end the session, or make the demo fail. */
const LEFT_OUT =
  /salir|cerrar (?:la )?sesi|sign out|contraseña|password|fallas de la demo|faults of the demo/i;

const CONTROLS =
  'button, a[href], summary, input, textarea, [role="button"], [role="tab"], [role="option"], [role="menuitem"], [role="row"], [role="combobox"], [role="spinbutton"]';

const TEXT_FIELDS =
  'textarea, [role="spinbutton"], input:not([type="checkbox"], [type="radio"], [type="file"])';

/** The controls in view. Those of the rows of one list, or of one group, are of the same kind. */
const controls = extract(({ document, window }) =>
  [...document.querySelectorAll(CONTROLS)].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    const isInside =
      point.x > 0 && point.y > 0 && point.x < window.innerWidth && point.y < window.innerHeight;
    const hit = isInside && document.elementFromPoint(point.x, point.y);
    const text = element.labels?.[0]?.textContent ?? element.textContent;
    const group = element.closest('[role="radiogroup"]')?.ariaLabel;
    const name = `${text} ${element.ariaLabel} ${element.getAttribute('href')} ${group}`;
    if (!hit || !element.contains(hit) || element.disabled || LEFT_OUT.test(name)) return [];
    if (element.hasAttribute('download') || element.type === 'file') return [];
    if (element === document.activeElement && element.matches(TEXT_FIELDS)) return [];
    const row = element.closest('tr, li:not([role]), [role="row"], [role="option"], [role="group"]');
    const kind = row
      ? `${row.parentElement?.className} ${element.tagName} ${element.className}`
      : name.replaceAll(/\d/g, '');
    const leadsAway = element.matches('a') && element.pathname !== window.location.pathname;
    return [{ kind, leadsAway, point, fingerprint: getFingerprint(element) }];
  }),
);

/** Counts how often a control of each kind was pressed. */
const presses = new Map();
let shownBefore = [];

/** Prefers what stays on the page to what leads away, what the last action brought, and kinds of control that were pressed little. */
const clicks = actions(() => {
  const point = lastAction.current?.Click?.point;
  const pressed = shownBefore.find((control) => control.point.x === point?.x && control.point.y === point.y);
  if (pressed) presses.set(pressed.kind, (presses.get(pressed.kind) ?? 0) + 1);
  const kindsBefore = new Set(shownBefore.map(({ kind }) => kind));
  shownBefore = controls.current;
  const weigh = (kind, [{ leadsAway }]) =>
    ((leadsAway ? 4 : 32) * (kindsBefore.has(kind) ? 1 : 4)) / (1 + (presses.get(kind) ?? 0)) ** 2;
  return {
    branches: [...Map.groupBy(controls.current, ({ kind }) => kind)].map(([kind, members]) => [
      Math.ceil(weigh(kind, members)),
      {
        branches: members.map(({ point, fingerprint }) => [1, { value: { Click: { point, fingerprint } } }]),
      },
    ]),
  };
});

const isTextFocused = extract(({ document }) => document.activeElement?.matches(TEXT_FIELDS) ?? false);
/** Texts that find something, and one that is no address, markup, path, pattern or number where code takes it for one. */
const TEXT = { Regexp: 'a|2026|-1|100% "<b>\\\\\\*\\(a&b=c#d' };
const typing = actions(() => (isTextFocused.current ? [{ TypeText: { text: TEXT, delayMillis: 1 } }] : []));

const ESCAPE = { PressKey: { code: 27 } };
/** Codes of j, k, o, w, e, c, slash, Tab, Enter. */
const KEYS = [74, 75, 79, 87, 69, 67, 191, 9, 13];
const keys = actions(() => KEYS.map((code) => ({ PressKey: { code } })));
const wait = actions(() => ['Wait']);
const hasLoaded = () => titles.current.at(-1).endsWith(' – Vitrina') && !page.current.isBusy;
/** The explorer loses scripts whose loading a reload interrupts, and the page then waits for them. */
const reload = actions(() => (hasLoaded() ? ['Reload'] : []));

const randomActions = weighted([
  [20, clicks],
  [3, typing],
  [5, keys],
  [2, ESCAPE],
  [3, wait],
  [3, scroll],
  [1, back],
  [1, forward],
  [1, reload],
]);

/** Types into a field that it just clicked, and only waits while a dialog has no focus: most actions would give it back. */
export const exploring = actions(() => {
  // Always generated, since it counts presses.
  const action = randomActions.generate();
  if (hasLostFocus()) return ['Wait'];
  return lastAction.current?.Click && isTextFocused.current ? typing.generate() : action;
});
