// Addresses that open the person's own telephone, mail program or WhatsApp. What goes into them is text.

/** @param tel `+` and digits */
export function telLink(tel: string): string {
  return `tel:${tel}`;
}

/** @param mail checked by `mailable` */
export function mailLink(mail: string, { subject = '', text = '' } = {}): string {
  const fields = [
    ...(subject ? [`subject=${encoded(subject.replaceAll(/\s+/g, ' '))}`] : []),
    // RFC 6068: lines of a body end in both.
    ...(text ? [`body=${encoded(text.replaceAll(/\r?\n/g, '\r\n'))}`] : []),
  ];
  return `mailto:${encoded(mail).replaceAll('%40', '@')}${fields.length > 0 ? `?${fields.join('&')}` : ''}`;
}

/** @param digits with those of the country, as `Phone.whatsapp` has them */
export function whatsappLink(digits: string, text = ''): string {
  return `https://wa.me/${digits}${text ? `?text=${encoded(text)}` : ''}`;
}

function encoded(text: string): string {
  // Half of a letter cannot be encoded, and what others wrote may have one.
  return encodeURIComponent(text.toWellFormed());
}
