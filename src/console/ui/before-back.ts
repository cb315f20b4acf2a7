/** Told of Back and Forward before the router is, and may keep it from hearing of them. */
let guard: ((event: PopStateEvent) => void) | undefined;

export function guardBack(told: typeof guard): void {
  guard = told;
}

// Listeners of the window are called in the order in which they came: main.tsx loads this before the router is there.
addEventListener('popstate', (event) => guard?.(event));
