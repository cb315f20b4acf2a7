import { type ComponentType, lazy } from 'react';

/**
 * A page whose code comes in a chunk of its own. Once `preload` has ended it renders at once: `React.lazy` would
 * suspend even then, and React holds back what was suspended for 300 ms.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): { Page: ComponentType<Props>; preload: () => Promise<unknown> } {
  let ready: ComponentType<Props> | undefined;
  const preload = async () => (ready = await load());
  const Later = lazy(async () => ({ default: await preload() }));
  const Page = (props: Props) => {
    'use no memo';
    const Now = ready ?? Later;
    // oxlint-disable-next-line react/jsx-props-no-spreading -- it stands for the page it loads
    return <Now {...props} />;
  };
  return { Page, preload };
}
