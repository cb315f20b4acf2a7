import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fileUrl, jobQuery } from '#console/jobs/job-queries.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import type { ExportRequest } from './export-request.ts';

export function ExportHost({ request }: { request: ExportRequest }) {
  const [closedRequest, setClosedRequest] = useState<ExportRequest>();
  const [startedIds, setStartedIds] = useState<readonly string[]>([]);
  return (
    <>
      {startedIds.map((id) => (
        <FileSaver key={id} id={id} />
      ))}
      {request !== closedRequest && (
        <MuiRoot>
          <ExportDialog
            key={`${request.agencias.join(' ')}?${request.search}`}
            request={request}
            onStart={(id) => setStartedIds((ids) => [...ids, id])}
            onClose={() => setClosedRequest(request)}
          />
        </MuiRoot>
      )}
    </>
  );
}

function FileSaver({ id }: { id: string }) {
  const { data: job } = useQuery(jobQuery(id));
  const isReady = Boolean(job?.file?.until);
  useEffect(() => {
    if (!isReady) return;
    const link = document.createElement('a');
    link.href = fileUrl(id);
    link.download = '';
    link.click();
  }, [id, isReady]);
  return null;
}
