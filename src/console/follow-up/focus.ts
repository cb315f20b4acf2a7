/** Puts the focus where the work goes on: on the name of the open inquiry, else on the row of the one that was open last. */
export function focusOnWork(): void {
  const work =
    document.querySelector<HTMLElement>('[data-open="true"] > #detail h2') ??
    document.querySelector<HTMLElement>('[data-last] a');
  work?.focus({ preventScroll: true });
}
