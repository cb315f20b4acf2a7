import { Activity, memo, useDeferredValue, useEffect, useState } from 'react';
import { isSameSid } from '#contract/sid.ts';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import { InquiryPanel, type Props as PanelProps } from './InquiryPanel.tsx';

interface Props {
  /** The inquiry that is shown: the open one, else the selected one. */
  shown: InquiryKey | undefined;
  isOpen: boolean;
  getPanelProps: (sid: string) => Omit<PanelProps, 'onClose' | 'isOpen'>;
  likelySid: string | undefined;
  listRef: { current: HTMLElement | null };
  onClose: () => void;
}

const Panel = memo(InquiryPanel);

/** A hidden inquiry is rendered ahead: the row under the pointer or focus, else the next row. */
export function InquiryPanels({ shown, isOpen, getPanelProps, likelySid, listRef, onClose }: Props) {
  const nextSid = useDeferredValue(usePointedSid(listRef, shown?.sid) ?? likelySid);
  const next = nextSid && !isSameSid(nextSid, shown?.sid) ? getPanelProps(nextSid) : undefined;
  const panels = [
    shown && { ...getPanelProps(shown.sid), ...shown },
    // Prerendering makes no calls, so it takes only cached rows.
    next?.initialInquiry && next,
  ];
  return panels.map(
    (panel, index) =>
      panel && (
        <Activity
          key={`${panel.adminMail} ${panel.sid}`.toLowerCase()}
          mode={shown && index === 0 ? 'visible' : 'hidden'}
        >
          <Panel {...panel} isOpen={isOpen} onClose={onClose} />
        </Activity>
      ),
  );
}

/** A row under the pointer for a shorter time was only passed over, ms. */
const DWELL_MS = 40;

function usePointedSid(
  listRef: { current: HTMLElement | null },
  openSid: string | undefined,
): string | undefined {
  const [pointed, setPointed] = useState<{ sid: string | undefined; openSid: string | undefined }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const handlePoint = ({ target }: Event) => {
      const sid = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.sid;
      clearTimeout(timer);
      if (sid) timer = setTimeout(() => setPointed({ sid, openSid }), DWELL_MS);
    };
    const list = listRef.current;
    list?.addEventListener('pointerover', handlePoint);
    list?.addEventListener('focusin', handlePoint);
    return () => {
      clearTimeout(timer);
      list?.removeEventListener('pointerover', handlePoint);
      list?.removeEventListener('focusin', handlePoint);
    };
  }, [listRef, openSid]);
  return pointed?.openSid === openSid ? pointed?.sid : undefined;
}
