import { Activity, memo, useDeferredValue, useEffect, useState } from 'react';
import { isSameSid } from '#contract/sid.ts';
import { InquiryPanel, type Props as PanelProps } from './InquiryPanel.tsx';

interface Props {
  open: { adminMail: string; sid: string } | undefined;
  panelOf: (sid: string) => Omit<PanelProps, 'onClose'>;
  /** Sid of what is opened next when nothing else is pointed at. */
  likely: string | undefined;
  list: { current: HTMLElement | null };
  onClose: () => void;
}

const Panel = memo(InquiryPanel);

/** The open inquiry; and unseen, drawn when there is nothing else to do, the one that is likely to be opened next. */
export function InquiryPanels({ open, panelOf, likely, list, onClose }: Props) {
  // What was drawn in vain goes after what is to be seen has come.
  const pointed = useDeferredValue(usePointed(list, open?.sid) ?? likely);
  const ahead = pointed && !isSameSid(pointed, open?.sid) ? panelOf(pointed) : undefined;
  const panels = [
    open && { ...panelOf(open.sid), ...open },
    // Nothing is asked of the service for it.
    ahead?.held && ahead,
  ];
  return panels.map(
    (panel, at) =>
      panel && (
        <Activity
          key={`${panel.adminMail} ${panel.sid}`.toLowerCase()}
          mode={open && at === 0 ? 'visible' : 'hidden'}
        >
          <Panel {...panel} onClose={onClose} />
        </Activity>
      ),
  );
}

/** So long a row is pointed at before what it opens is drawn, ms: less, and it was only passed over. */
const DWELL_MS = 40;

/** Sid of the row that is pointed at or focused, as long as nothing else is opened. */
function usePointed(list: { current: HTMLElement | null }, openSid: string | undefined): string | undefined {
  const [pointed, setPointed] = useState<{ sid: string | undefined; openSid: string | undefined }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const point = ({ target }: Event) => {
      const sid = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.sid;
      clearTimeout(timer);
      if (sid) timer = setTimeout(() => setPointed({ sid, openSid }), DWELL_MS);
    };
    const rows = list.current;
    rows?.addEventListener('pointerover', point);
    rows?.addEventListener('focusin', point);
    return () => {
      clearTimeout(timer);
      rows?.removeEventListener('pointerover', point);
      rows?.removeEventListener('focusin', point);
    };
  }, [list, openSid]);
  return pointed?.openSid === openSid ? pointed?.sid : undefined;
}
