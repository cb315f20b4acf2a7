export function focusElement(element: HTMLElement | null): void {
  element?.focus();
}
