import { isSameSid, sidOf } from '#contract/sid.ts';
import type { Inquiry } from '#console/inquiries/inquiry-queries.ts';
import { formatRowText } from '#console/inquiries/row-text.ts';
import type { Language } from '#console/locales/preferred-language.ts';
import { paths } from '#console/paths.ts';
import { formatsFor } from '#console/ui/formats.ts';

interface Options {
  search: string;
  openSid: string | undefined;
  language: Language;
  timeZone: string;
}

export function renderFirstRows(
  list: Element,
  inquiries: readonly { adminMail: string; inquiry: Inquiry }[],
  { search, openSid, language, timeZone }: Options,
): void {
  const format = formatsFor(language, timeZone);
  const now = Date.now();
  const rows = inquiries.map(({ adminMail, inquiry }) => {
    const sid = sidOf(inquiry);
    const isOpen = isSameSid(sid, openSid);
    const text = formatRowText(inquiry, language, format, now);
    const name = createElement('a', 'name', createElement('bdi', '', text.name));
    if (sid) name.setAttribute('href', paths.inquiry(adminMail, sid, search));
    if (isOpen) name.setAttribute('aria-current', 'true');
    const age = createElement('time', 'age', text.age);
    age.setAttribute('datetime', inquiry.Momento);
    const row = createElement(
      'li',
      'inquiry-row',
      createElement('div', 'title', name, createElement('bdi', '', text.vehicle)),
      age,
      createElement(
        'div',
        'detail',
        createElement('span', 'tags', text.tags),
        createElement('bdi', '', text.comment),
      ),
    );
    row.setAttribute('data-row', '');
    if (sid) row.setAttribute('data-sid', sid);
    if (isOpen) row.setAttribute('data-open', 'true');
    return row;
  });
  list.replaceChildren(...rows);
}

function createElement(tag: string, className: string, ...children: (Element | string)[]): Element {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}
