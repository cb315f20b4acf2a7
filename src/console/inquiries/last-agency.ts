let shown: string | undefined;

/** The agency whose inbox was shown last on this page; the gateway keeps the same for the next one. */
export function lastAgency(): string | undefined {
  return shown;
}

export function rememberAgency(agencia: string): void {
  shown = agencia;
}
