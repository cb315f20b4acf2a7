import type { RowText } from './row-text.ts';
import './inquiry-row.css';

interface Props {
  text: RowText;
  /** ISO 8601. */
  moment: string;
  sid: string | undefined;
  /** Address of the inquiry; missing when it has no identifier, then `untold` says why it cannot be opened. */
  to: string | undefined;
  untold: string;
  open: boolean;
}

/** One inquiry in two lines. The name is a link that covers the row. `first-rows.ts` draws the same before this. */
export function InquiryRow({ text, moment, sid, to, untold, open }: Props) {
  return (
    <li className="inquiry-row" data-row="" data-sid={sid} data-open={open || undefined}>
      <div className="who">
        <a
          className="name"
          href={to}
          title={to ? undefined : untold}
          aria-current={open ? 'true' : undefined}
        >
          <bdi>{text.name}</bdi>
        </a>
        <bdi>{text.vehicle}</bdi>
      </div>
      <time className="age" dateTime={moment}>
        {text.age}
      </time>
      <div className="what">
        <span className="marks">{text.marks}</span>
        <bdi>{text.comment}</bdi>
      </div>
    </li>
  );
}
