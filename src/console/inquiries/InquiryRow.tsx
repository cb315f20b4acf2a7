import type { CSSProperties, ReactNode } from 'react';
import type { RowText } from './row-text.ts';
import './inquiry-row.css';

export interface RowStatus {
  progress: 'unread' | 'seen' | 'worked';
  chip: { kind: 'soon' | 'late' | 'overdue' | 'back'; text: string } | undefined;
  summary: string;
  isSaving: boolean;
  isRepeat: boolean;
  hasLeft: boolean;
  description: string;
}

interface Props {
  text: RowText;
  moment: string;
  sid: string | undefined;
  href: string | undefined;
  noLinkReason: string;
  isOpen: boolean;
  isLastOpened: boolean;
  status?: RowStatus | undefined;
  agency?: string | undefined;
  checkbox?: ReactNode;
  place?: { index: number; count: number; style: CSSProperties | undefined } | undefined;
}

/** The name is a link that covers the row. `renderFirstRows` writes the same elements. */
export function InquiryRow({ text, moment, sid, href, status, agency, place, ...props }: Props) {
  const statusId = status && sid ? `state-${sid}` : undefined;
  return (
    <li
      className="inquiry-row"
      data-row=""
      data-sid={sid}
      data-open={props.isOpen || undefined}
      data-last={props.isLastOpened || undefined}
      data-state={status?.progress}
      data-left={status?.hasLeft || undefined}
      data-index={place?.index}
      aria-posinset={place && place.index + 1}
      aria-setsize={place?.count}
      style={place?.style}
    >
      {props.checkbox}
      <div className="title">
        <a
          className="name"
          href={href}
          title={href ? undefined : props.noLinkReason}
          aria-current={props.isOpen ? 'true' : undefined}
          aria-describedby={statusId}
        >
          <bdi>{text.name}</bdi>
        </a>
        <bdi>{text.vehicle}</bdi>
      </div>
      <time className="age" dateTime={moment}>
        {text.age}
      </time>
      <div className="detail">
        {agency && <bdi className="agency">{agency}</bdi>}
        <span className="tags">{text.tags}</span>
        <bdi>{text.comment}</bdi>
      </div>
      {status && (
        <div className="status" id={statusId} data-saving={status.isSaving || undefined}>
          <span className="description">{status.description}</span>
          {status.chip && (
            <span className="chip" data-kind={status.chip.kind}>
              {status.chip.text}
            </span>
          )}
          {status.summary && <bdi>{status.summary}</bdi>}
          {status.isRepeat && <RepeatIcon />}
        </div>
      )}
    </li>
  );
}

const RepeatIcon = () => (
  <svg className="repeat" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 12a8 8 0 1 1 2.5 5.8M4 20v-4h4" />
  </svg>
);
