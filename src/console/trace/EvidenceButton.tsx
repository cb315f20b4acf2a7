import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import type { Trace } from '#contract/desk/trace.ts';
import { queryClient } from '#console/api/query-client.ts';
import { deliveryQuery } from '#console/deliveries/delivery-queries.ts';
import { useSession } from '#console/session/session.ts';
import { FailureText } from '#console/ui/FailureText.tsx';
import { saveJson } from '#console/ui/save-file.ts';
import { buildEvidence } from './evidence.ts';
import { serviceStateQuery } from './trace-queries.ts';

export function EvidenceButton({ trace }: { trace: Trace }) {
  const { timeZone } = useSession();
  const save = useMutation({
    mutationFn: async () => {
      const ids = trace.stations.flatMap(({ delivery }) => delivery ?? []);
      const [connection, ...deliveries] = await Promise.all([
        queryClient.fetchQuery(serviceStateQuery()),
        ...ids.map((id) => queryClient.fetchQuery(deliveryQuery(id))),
      ]);
      const name = trace.lead?.sid ?? trace.agency.adminMail;
      saveJson(`consulta-${name}`, buildEvidence({ trace, deliveries, connection, timeZone }));
    },
  });
  return (
    <>
      <Button variant="outlined" color="inherit" disabled={save.isPending} onClick={() => save.mutate()}>
        <Trans>Descargar para el servicio</Trans>
      </Button>
      {save.error && <FailureText error={save.error} />}
    </>
  );
}
