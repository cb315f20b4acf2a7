import { useState } from 'react';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import type { ExportRequest } from './export-request.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { ExportStatus } from './ExportStatus.tsx';
import { useExportRun } from './use-export-run.ts';

/**
 * The export that was asked for: its dialog, and while that is closed a line that says how it goes. It stands over every
 * page, so that one can go on working.
 */
export function ExportHost({ asked }: { asked: ExportRequest }) {
  const [closed, setClosed] = useState(0);
  const exporting = useExportRun();
  const open = asked.number !== closed;
  const [shown, setShown] = useState(asked);
  // What is going on, or was not looked at yet, is shown first; its dialog tells of what it was asked for.
  if (shown !== asked && !exporting.run) setShown(asked);
  return (
    <MuiRoot>
      {open ? (
        <ExportDialog
          key={shown.number}
          asked={shown}
          exporting={exporting}
          onClose={() => setClosed(asked.number)}
        />
      ) : (
        <ExportStatus exporting={exporting} onShow={() => setClosed(0)} />
      )}
    </MuiRoot>
  );
}
