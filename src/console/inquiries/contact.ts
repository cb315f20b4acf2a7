export function dialable(phone: unknown): string | undefined {
  if (typeof phone !== 'string' || !/^\+?[\d\s().-]{7,25}$/.test(phone.trim())) return undefined;
  return phone.replace(/[^\d+]/g, '');
}

export function mailable(mail: unknown): string | undefined {
  return typeof mail === 'string' && /^[^\s@<>?&"'•]+@[^\s@<>?&"']+\.[^\s@<>?&"']+$/.test(mail)
    ? mail
    : undefined;
}
