import type { RowContent } from './row.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** React's `createElement`, or one that makes elements of the document. */
export type CreateElement<Element> = (
  tag: string,
  attributes: Attributes,
  ...children: (Element | string | undefined)[]
) => Element;

interface Marks<Element> {
  isOpen: boolean;
  agency?: string | undefined;
  linkAttributes?: Attributes;
  rowAttributes?: Attributes;
  checkbox?: Element;
  status?: Element;
}

/**
 * Describes a row once, for React and for the head script, which draws the first rows before React has loaded.
 * The name is a link that covers the row.
 */
export function drawRow<Element>(
  create: CreateElement<Element>,
  { sid, href, moment, name, vehicle, age, tags, comment }: RowContent,
  { isOpen, agency, linkAttributes, rowAttributes, checkbox, status }: Marks<Element>,
): Element {
  return create(
    'li',
    {
      className: 'inquiry-row',
      'data-row': '',
      'data-sid': sid,
      'data-open': isOpen || undefined,
      ...rowAttributes,
    },
    checkbox,
    create(
      'div',
      { className: 'title' },
      create(
        'a',
        { className: 'name', href, 'aria-current': isOpen ? 'true' : undefined, ...linkAttributes },
        create('bdi', {}, name),
      ),
      create('bdi', {}, vehicle),
    ),
    create('time', { className: 'age', dateTime: moment }, age),
    create(
      'div',
      { className: 'detail' },
      agency === undefined ? undefined : create('bdi', { className: 'agency' }, agency),
      create('span', { className: 'tags' }, tags),
      create('bdi', {}, comment),
    ),
    status,
  );
}
