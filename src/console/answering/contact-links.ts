export function telLink(tel: string): string {
  return `tel:${tel}`;
}

export function mailLink(mail: string, { subject = '', text = '' } = {}): string {
  const fields = [
    ...(subject ? [`subject=${encode(subject.replaceAll(/\s+/g, ' '))}`] : []),
    // RFC 6068: line breaks of a body are CRLF.
    ...(text ? [`body=${encode(text.replaceAll(/\r?\n/g, '\r\n'))}`] : []),
  ];
  return `mailto:${encode(mail).replaceAll('%40', '@')}${fields.length > 0 ? `?${fields.join('&')}` : ''}`;
}

export function whatsappLink(digits: string, text = ''): string {
  return `https://wa.me/${digits}${text ? `?text=${encode(text)}` : ''}`;
}

function encode(text: string): string {
  // `encodeURIComponent` throws on lone surrogates.
  return encodeURIComponent(text.toWellFormed());
}
