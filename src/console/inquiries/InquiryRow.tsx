import { type CSSProperties, type ReactNode, createElement } from 'react';
import { type CreateElement, drawRow } from './draw-row.ts';
import type { RowContent } from './row.ts';
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
  content: RowContent;
  noLinkReason: string;
  isOpen: boolean;
  isLastOpened: boolean;
  status?: RowStatus | undefined;
  agency?: string | undefined;
  checkbox?: ReactNode;
  place?: { index: number; count: number; style: CSSProperties | undefined } | undefined;
}

const create: CreateElement<ReactNode> = (tag, attributes, ...children) =>
  createElement(tag, attributes, ...children);

export function InquiryRow({ content, noLinkReason, isOpen, isLastOpened, status, place, ...marks }: Props) {
  const { sid, href } = content;
  const statusId = status && sid ? `state-${sid}` : undefined;
  return drawRow(create, content, {
    ...marks,
    isOpen,
    rowAttributes: {
      'data-last': isLastOpened || undefined,
      'data-state': status?.progress,
      'data-left': status?.hasLeft || undefined,
      'data-index': place?.index,
      'aria-posinset': place && place.index + 1,
      'aria-setsize': place?.count,
      style: place?.style,
    },
    linkAttributes: { title: href ? undefined : noLinkReason, 'aria-describedby': statusId },
    status: status && <StatusText id={statusId} status={status} />,
  });
}

function StatusText({ id, status }: { id: string | undefined; status: RowStatus }) {
  const { chip, summary, isSaving, isRepeat, description } = status;
  return (
    <div className="status" id={id} data-saving={isSaving || undefined}>
      <span className="visually-hidden">{description}</span>
      {chip && (
        <span className="chip" data-kind={chip.kind}>
          {chip.text}
        </span>
      )}
      {summary && <bdi>{summary}</bdi>}
      {isRepeat && (
        <svg className="repeat" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 12a8 8 0 1 1 2.5 5.8M4 20v-4h4" />
        </svg>
      )}
    </div>
  );
}
