import { type BuyerRequest, buyerEndpoints } from '#contract/desk/buyers.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { ERASURE_EFFECTS } from '#console/inquiries/inquiry-queries.ts';
import { saveJson } from '#console/ui/save-file.ts';

const toOptions = (body: BuyerRequest) => ({ body });

export const findBuyerData = endpointMutation(buyerEndpoints.findBuyerData, toOptions);

export const exportBuyerData = endpointMutation(buyerEndpoints.exportBuyerData, toOptions, {
  update: (file) => saveJson('datos-personales', file),
});

export const eraseBuyerData = endpointMutation(buyerEndpoints.eraseBuyerData, toOptions, ERASURE_EFFECTS);
