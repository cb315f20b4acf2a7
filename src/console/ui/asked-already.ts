let asked = false;

/** Notes whether the person was asked already, and leaves what they typed: the browser is not to ask once more. */
export function noteAsked(already: boolean): void {
  asked = already;
}

export function wasAsked(): boolean {
  return asked;
}
