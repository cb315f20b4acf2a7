import { startTransition, useEffect, useState } from 'react';

/** False in the first render, true once that is painted: defers parts of a page to the next frame. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      // A transition, so that input is handled between its slices.
      setTimeout(() => startTransition(() => setPainted(true))),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted;
}
