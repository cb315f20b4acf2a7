/** As a `ref`: scrolls an element into view when it appears, without moving the focus. */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
