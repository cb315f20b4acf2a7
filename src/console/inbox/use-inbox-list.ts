import { useSearchParams } from 'react-router';
import { dayAt } from '#contract/window.ts';
import {
  hasSeveralAgencies,
  indexRequest,
  isServiceList,
  parseInboxAddress,
  serviceRequest,
} from '#console/inquiries/inbox-address.ts';
import { useIndexList } from '#console/inquiries/use-index-list.ts';
import { useServiceList } from '#console/inquiries/use-service-list.ts';
import { useSession } from '#console/session/session.ts';
import { useNow } from '#console/ui/use-formats.ts';

export function useInboxList(agencias: readonly string[], isPainted: boolean) {
  const [search] = useSearchParams();
  const { timeZone } = useSession();
  const now = useNow();
  const address = { ...parseInboxAddress(search), agencias };
  const today = () => dayAt(now, timeZone);
  const isOfService = isServiceList(address);
  const [agencia = ''] = agencias;
  const requests = {
    service: serviceRequest(address, today),
    index: indexRequest(agencias, address, today),
  };
  const serviceList = useServiceList(agencia, requests.service, { enabled: isOfService, isPainted });
  const indexList = useIndexList(requests.index, { enabled: !isOfService });
  return {
    address,
    agencia,
    onlyAgency: hasSeveralAgencies(agencias) ? undefined : agencia,
    requests,
    list: isOfService ? serviceList : indexList,
  };
}
