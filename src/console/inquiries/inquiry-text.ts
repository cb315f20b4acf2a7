export function firstLine(text: string | null | undefined): string {
  return text?.trim().split(/\r?\n/, 1)[0]?.slice(0, 200) ?? '';
}
