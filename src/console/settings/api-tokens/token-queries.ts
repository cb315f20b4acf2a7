import {
  type CreateInstallationToken,
  type CreatePersonalToken,
  apiTokenEndpoints,
} from '#contract/desk/api-tokens.ts';
import { call } from '#console/api/call.ts';
import { customMutation, endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { ignoreNotFound } from '#console/api/failure.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';

export const apiTokenListQuery = () =>
  endpointQuery(apiTokenEndpoints.listApiTokens, {}, { staleTime: PREFETCH_STALE_MS });

const TOKEN_EFFECTS = { invalidates: ['listApiTokens'] as const };

export const createPersonalToken = endpointMutation(
  apiTokenEndpoints.createPersonalToken,
  (body: CreatePersonalToken) => ({ body }),
  TOKEN_EFFECTS,
);

export const createInstallationToken = endpointMutation(
  apiTokenEndpoints.createInstallationToken,
  (body: CreateInstallationToken) => ({ body }),
  TOKEN_EFFECTS,
);

export const revokeApiToken = customMutation(
  (id: string) => call(apiTokenEndpoints.revokeApiToken, { params: { id } }).catch(ignoreNotFound),
  { invalidates: ['listApiTokens'], invalidatesOnError: ['listApiTokens'] },
);
