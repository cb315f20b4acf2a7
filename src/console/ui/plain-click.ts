import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

function linkOfPlainClick(
  event: Pick<
    globalThis.MouseEvent,
    'defaultPrevented' | 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'target'
  >,
): HTMLAnchorElement | undefined {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  return link && link.origin === location.origin && !link.download && !link.target ? link : undefined;
}

/** Plain links are cheaper to render than router links, and one handler serves a list of them. */
export function usePlainClick(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const link = linkOfPlainClick(event);
    if (!link) return;
    event.preventDefault();
    void navigate(link.pathname + link.search);
  };
}
