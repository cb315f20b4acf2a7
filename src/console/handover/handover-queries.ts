import { type HandoverQuery, type SendHandover, handoverEndpoints } from '#contract/desk/handover.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';

export const handoverQuery = ({ agencia, persona, enmascarado }: HandoverQuery) =>
  endpointQuery(handoverEndpoints.viewHandover, {
    query: { agencia, ...(persona && { persona }), ...(enmascarado && { enmascarado }) },
  });

export const sendHandover = endpointMutation(
  handoverEndpoints.sendHandover,
  ({ adminMail, to }: SendHandover & { adminMail: string }) => ({ params: { adminMail }, body: { to } }),
);
