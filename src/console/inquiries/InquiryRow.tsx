import type { CSSProperties } from 'react';
import type { RowText } from './row-text.ts';
import './inquiry-row.css';

/** What was done about an inquiry, as its row says it: nothing of it comes from the service. */
export interface RowStatus {
  /** Nobody opened it from here, this person did, or somebody turned to the buyer. */
  progress: 'unread' | 'seen' | 'worked';
  /** Time runs out, has just run out, or did so long ago and is said more quietly; or it came back by itself. */
  chip: { kind: 'soon' | 'late' | 'overdue' | 'back'; text: string } | undefined;
  /** Status, who has it, until when it rests, notes. */
  summary: string;
  /** It includes a change that the gateway has not confirmed yet. */
  isSaving: boolean;
  /** The same buyer asked before. */
  isRepeat: boolean;
  /** The list does not have it any more. */
  hasLeft: boolean;
  /** In sentences, for who hears it and for who points at it. */
  description: string;
}

interface Props {
  text: RowText;
  /** ISO 8601. */
  moment: string;
  sid: string | undefined;
  /** Address of the inquiry; missing when it has no identifier, then `untold` says why it cannot be opened. */
  to: string | undefined;
  untold: string;
  open: boolean;
  /** Whether it is the one that was open last. */
  last: boolean;
  /** Undefined until it is known: it comes beside the page and fills space that is there already. */
  state?: RowStatus | undefined;
  /** Its agency, in a list of several. */
  agency?: string | undefined;
  /** In a list of which only a part is here: where it stands, and among how many. */
  place?: { index: number; count: number; style: CSSProperties | undefined } | undefined;
}

/** One inquiry in two lines. The name is a link that covers the row. `first-rows.ts` draws the same before this. */
export function InquiryRow({ text, moment, sid, to, untold, open, last, state, agency, place }: Props) {
  const told = state && sid ? `state-${sid}` : undefined;
  return (
    <li
      className="inquiry-row"
      data-row=""
      data-sid={sid}
      data-open={open || undefined}
      data-last={last || undefined}
      data-state={state?.progress}
      data-left={state?.hasLeft || undefined}
      data-index={place?.index}
      aria-posinset={place && place.index + 1}
      aria-setsize={place?.count}
      style={place?.style}
    >
      <div className="who">
        <a
          className="name"
          href={to}
          title={to ? undefined : untold}
          aria-current={open ? 'true' : undefined}
          aria-describedby={told}
        >
          <bdi>{text.name}</bdi>
        </a>
        <bdi>{text.vehicle}</bdi>
      </div>
      <time className="age" dateTime={moment}>
        {text.age}
      </time>
      <div className="what">
        {agency && <bdi className="agency">{agency}</bdi>}
        <span className="marks">{text.marks}</span>
        <bdi>{text.comment}</bdi>
      </div>
      {state && (
        <div className="beside" id={told} data-saving={state.isSaving || undefined}>
          <span className="said">{state.description}</span>
          {state.chip && (
            <span className="chip" data-kind={state.chip.kind}>
              {state.chip.text}
            </span>
          )}
          {state.summary && <bdi>{state.summary}</bdi>}
          {state.isRepeat && <RepeatIcon />}
        </div>
      )}
    </li>
  );
}

/** The same buyer asked before: `said` has the words. */
const RepeatIcon = () => (
  <svg className="repeat" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 12a8 8 0 1 1 2.5 5.8M4 20v-4h4" />
  </svg>
);
