import { startTransition, useEffect, useState } from 'react';

/** False in the first render, true once that has been painted: for what may come a frame after the first row. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      // In pieces, between which what is pressed is heard.
      setTimeout(() => startTransition(() => setPainted(true))),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted;
}
