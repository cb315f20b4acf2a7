// Where lists were left, so that Back finds them as they were. Kept as long as the page stands.

const MOST_KEPT = 50;
const scrolls = new Map<string, number>();
let opened: string | undefined;

/** How far a list was scrolled when it was seen last. */
export function scrollOf(list: string): number {
  return scrolls.get(list) ?? 0;
}

export function keepScroll(list: string, top: number): void {
  scrolls.delete(list);
  scrolls.set(list, top);
  const [oldest] = scrolls.keys();
  if (scrolls.size > MOST_KEPT && oldest !== undefined) scrolls.delete(oldest);
}

/** Sid of the inquiry that was open last. */
export function openedLast(): string | undefined {
  return opened;
}

export function keepOpened(sid: string): void {
  opened = sid;
}
