/**
 * As the `ref` of what says that something was not saved: it comes into view when it appears, clear of what lies over the
 * card (`scroll-padding`), and the focus stays where it is.
 */
export function intoView(said: HTMLElement | null): void {
  said?.scrollIntoView({ block: 'nearest' });
}
