export function focusInquiry(): void {
  const target =
    document.querySelector<HTMLElement>('[data-open="true"] > #detail h2') ??
    document.querySelector<HTMLElement>('[data-last] a');
  target?.focus({ preventScroll: true });
}
