/** As a `ref`: what takes the place of what was pressed has the focus, which would be lost with it. */
export function focus(element: HTMLElement | null): void {
  element?.focus();
}
