/** Puts the focus where the work goes on: on the name of the open inquiry, else on the row of the one that was open last. */
export function focusOnWork(): void {
  document.querySelector<HTMLElement>('#detail h2, [data-last] a')?.focus({ preventScroll: true });
}
