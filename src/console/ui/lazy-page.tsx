import { type ComponentType, lazy } from 'react';
import { speakLaterToo } from '#console/locales/language.ts';

/**
 * A page whose code comes in a chunk of its own, and its texts with it. Once `preload` has ended it renders at once: `React.lazy` would
 * suspend even then, and React holds back what was suspended for 300 ms.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): { Page: ComponentType<Props>; preload: () => Promise<unknown> } {
  let ready: ComponentType<Props> | undefined;
  const preload = async () => {
    const [page] = await Promise.all([load(), speakLaterToo()]);
    return (ready = page);
  };
  const Later = lazy(async () => ({ default: await preload() }));
  const Page = (props: Props) => {
    'use no memo';
    const Now = ready ?? Later;
    // oxlint-disable-next-line react/jsx-props-no-spreading -- it stands for the page it loads
    return <Now {...props} />;
  };
  return { Page, preload };
}
