import { type RefObject, useEffect, useRef, useState } from 'react';

export function useInView<Target extends Element>(): [RefObject<Target | null>, boolean] {
  const target = useRef<Target>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (isInView || !target.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '100px' },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [isInView]);
  return [target, isInView];
}
