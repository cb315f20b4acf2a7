/** `ref` that focuses an element on mount, where it replaces the one that had the focus. */
export function focusElement(element: HTMLElement | null): void {
  element?.focus();
}
