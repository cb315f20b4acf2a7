// Laws of every screen, and what the explorer does on it. Bombadil bundles this file with modules of its own.
import { always, eventually, extract, now } from '@antithesishq/bombadil';
import { actions, getFingerprint, weighted } from '@antithesishq/bombadil/browser';
import { back, forward, inputs, reload, scroll } from '@antithesishq/bombadil/browser/defaults/actions';

export { noConsoleErrors } from '@antithesishq/bombadil/browser/defaults/properties';

const exceptions = extract(({ errors }) =>
  errors.uncaughtExceptions
    .map(({ text, remote_object: thrown }) => `${text} ${thrown?.description ?? ''}`)
    // Chromium rejects the promises of callbacks whose page was just left, as no code can catch any more.
    .filter((text) => !text.includes('callback is no longer runnable')),
);
export const noUncaughtExceptions = always(() => exceptions.current.length === 0);

const page = extract(({ document, window }) => {
  const root = document.documentElement;
  const failed = window.performance
    .getEntriesByType('resource')
    // A session that somebody ended is asked for again, and refused; a job may end while it is being cancelled (409).
    .filter(
      ({ responseStatus, name }) =>
        responseStatus >= 400 && responseStatus !== 409 && !name.endsWith('/desk/session'),
    )
    .map(({ name, responseStatus }) => `${responseStatus} ${name}`);
  return {
    title: document.title,
    text: (document.body?.innerText ?? '').trim().length,
    sidewaysPx: root.scrollWidth - window.innerWidth,
    failed,
    isBusy: document.querySelector('[role="progressbar"], [aria-busy="true"]') !== null,
    focus: document.activeElement?.tagName ?? 'none',
    hasDialog: document.querySelector('[role="dialog"]') !== null,
  };
});

export const pageHasTitle = always(now(() => page.current.text === 0 || page.current.title !== ''));
/** The page may be blank while it loads. */
export const pageIsNeverBlank = always(eventually(() => page.current.text > 0).within(5, 'seconds'));
export const pageNeverScrollsSideways = always(() => page.current.sidewaysPx <= 0);
export const noRequestFails = always(() => page.current.failed.length === 0);
/** Nothing may wait longer than 10 s; typing one text may take as long, and the page is not looked at meanwhile. */
export const nothingWaitsLong = always(
  now(() => page.current.isBusy).implies(eventually(() => !page.current.isBusy).within(20, 'seconds')),
);
const hasLostFocus = () => page.current.hasDialog && page.current.focus === 'BODY' && !page.current.isBusy;
/** Keys of a dialog would otherwise go to the page behind it. */
export const dialogHasFocus = always(
  now(hasLostFocus).implies(eventually(() => !hasLostFocus()).within(1, 'seconds')),
);

/** Names of controls that end the session, or lead out of the console. */
const LEAVES = /salir|cerrar (?:la )?sesi|sign out|contraseña|password|api\.whatsapp|mailto:|tel:/i;

const targets = extract(({ document, window }) =>
  [
    ...document.querySelectorAll(
      'button, a[href], summary, [role="button"], [role="tab"], [role="option"], [role="menuitem"], [role="row"], input[type="checkbox"]',
    ),
  ].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    const isInside =
      point.x > 0 && point.y > 0 && point.x < window.innerWidth && point.y < window.innerHeight;
    const hit = isInside && document.elementFromPoint(point.x, point.y);
    const name = `${element.textContent} ${element.getAttribute('aria-label')} ${element.getAttribute('href')}`;
    if (!hit || !element.contains(hit) || element.disabled || LEAVES.test(name)) return [];
    if (element.target === '_blank' || element.hasAttribute('download')) return [];
    return [{ point, fingerprint: getFingerprint(element) }];
  }),
);

const clicks = actions(() => targets.current.map((target) => ({ Click: target })));

/** Codes of j, k, o, w, e, c, slash, Escape, Tab, Enter. */
const KEYS = [74, 75, 79, 87, 69, 67, 191, 27, 9, 13];
const keys = actions(() => KEYS.map((code) => ({ PressKey: { code } })));
const wait = actions(() => ['Wait']);

export const exploring = weighted([
  [20, clicks],
  [6, inputs],
  [5, keys],
  [3, wait],
  [3, scroll],
  [1, back],
  [1, forward],
  [1, reload],
]);
