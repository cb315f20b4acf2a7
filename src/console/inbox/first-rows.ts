import { isSameSid, sidOf } from '#contract/sid.ts';
import type { Language } from '#console/locales/preferred-language.ts';
import { paths } from '#console/paths.ts';
import { formatsFor } from '#console/ui/formats.ts';
import type { Inquiry } from '#console/inquiries/inquiries-queries.ts';
import { rowText } from '#console/inquiries/row-text.ts';

interface Place {
  /** Search of the inbox, with its agencies: links keep it. */
  search: string;
  openSid: string | undefined;
  language: Language;
  timeZone: string;
}

/**
 * Draws the rows of the first page into the frame that stands until the console's code has arrived; the same elements
 * as InquiryRow makes, and links that work. A page of an unexpected shape is left to the console to tell of.
 */
export function drawFirstRows(
  list: Element,
  inquiries: readonly { adminMail: string; entry: Inquiry }[],
  place: Place,
): void {
  const format = formatsFor(place.language, place.timeZone);
  const now = Date.now();
  const rows = inquiries.map(({ adminMail, entry }) => {
    const sid = sidOf(entry);
    const text = rowText(entry, place.language, format, now);
    const name = element('a', 'name', element('bdi', '', text.name));
    if (sid) name.setAttribute('href', paths.inquiry(adminMail, sid, place.search));
    const open = isSameSid(sid, place.openSid);
    if (open) name.setAttribute('aria-current', 'true');
    const age = element('time', 'age', text.age);
    age.setAttribute('datetime', entry.Momento);
    const row = element(
      'li',
      'inquiry-row',
      element('div', 'who', name, element('bdi', '', text.vehicle)),
      age,
      element('div', 'what', element('span', 'marks', text.marks), element('bdi', '', text.comment)),
    );
    row.setAttribute('data-row', '');
    if (sid) row.setAttribute('data-sid', sid);
    if (open) row.setAttribute('data-open', 'true');
    return row;
  });
  list.replaceChildren(...rows);
}

function element(tag: string, className: string, ...children: (Element | string)[]): Element {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}
