import { type ComponentType, lazy } from 'react';
import { speakLaterToo } from '#console/locales/language.ts';

interface Lazy<Props> {
  Page: ComponentType<Props>;
  preload: () => Promise<unknown>;
}

/**
 * A page whose code comes in a chunk of its own, and its texts with it. Once `preload` has ended it renders at once: `React.lazy` would
 * suspend even then, and React holds back what was suspended for 300 ms. Code that could not be had is asked for again
 * when the page is rendered anew.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ask: (all: () => Promise<ComponentType<Props>>) => Promise<ComponentType<Props>> = (all) => all(),
): Lazy<Props> {
  let ready: ComponentType<Props> | undefined;
  let coming: Promise<ComponentType<Props>> | undefined;
  let Later: ComponentType<Props> | undefined;
  const withTexts = async () => (await Promise.all([load(), speakLaterToo()]))[0];
  const come = async () => {
    try {
      return (ready = await ask(withTexts));
    } catch (error) {
      coming = Later = undefined;
      throw error;
    }
  };
  const preload = () => (coming ??= come());
  const Page = (props: Props) => {
    'use no memo';
    const Now = ready ?? (Later ??= lazy(async () => ({ default: await preload() })));
    // oxlint-disable-next-line react/jsx-props-no-spreading -- it stands for the page it loads
    return <Now {...props} />;
  };
  return { Page, preload };
}

/** A part of a page that comes later: the rest does not fall with it, and stays without it until its code can be had. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazy<Props> {
  return lazyPage(load, insist);
}

const ATTEMPTS = 4;
const PAUSE_MS = 2000;

/** Asks again: once there is a connection, or after a pause. What cannot be had with one is told. */
async function insist<Code>(ask: () => Promise<Code>): Promise<Code> {
  for (let left = ATTEMPTS; ;)
    try {
      return await ask();
    } catch (error) {
      if (navigator.onLine && --left === 0) throw error;
      await new Promise((resolve) => {
        addEventListener('online', resolve, { once: true });
        if (navigator.onLine) setTimeout(resolve, PAUSE_MS);
      });
      // Vite does not ask for a style sheet twice.
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
        if (!link.sheet) link.replaceWith(link.cloneNode());
    }
}
