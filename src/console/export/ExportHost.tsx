import { useState } from 'react';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import type { ExportRequest } from './export-request.ts';
import { ExportStatus } from './ExportStatus.tsx';
import { useExportJob } from './use-export-job.ts';

export function ExportHost({ request }: { request: ExportRequest }) {
  const [closedRequest, setClosedRequest] = useState<ExportRequest>();
  const job = useExportJob();
  const [shownRequest, setShownRequest] = useState(request);
  // An export that is running, or whose result was not dismissed, is shown before a new request.
  if (shownRequest !== request && job.status === 'idle') setShownRequest(request);
  return (
    <MuiRoot>
      {request === closedRequest ? (
        <ExportStatus job={job} onShow={() => setClosedRequest(undefined)} />
      ) : (
        <ExportDialog
          key={`${shownRequest.agencias.join(' ')}?${shownRequest.search}`}
          request={shownRequest}
          job={job}
          onClose={() => setClosedRequest(request)}
        />
      )}
    </MuiRoot>
  );
}
