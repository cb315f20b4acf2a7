import { useEffect, useState } from 'react';
import type { Masks } from './print-masks.ts';

export function usePrint(): [Masks | undefined, (masks: Masks | undefined) => void] {
  const [masks, setMasks] = useState<Masks>();
  useEffect(() => {
    if (!masks) return undefined;
    const unmask = () => setMasks(undefined);
    addEventListener('afterprint', unmask);
    print();
    return () => removeEventListener('afterprint', unmask);
  }, [masks]);
  return [masks, (chosen) => (chosen ? setMasks(chosen) : print())];
}
