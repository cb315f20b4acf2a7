import { type ChangePassword, type ProvePassword, meEndpoints } from '#contract/desk/me.ts';
import { type Digest, type WebhookAlarm, notificationEndpoints } from '#contract/desk/notifications.ts';
import { openSessionEndpoints } from '#contract/desk/open-sessions.ts';
import { passkeyEndpoints } from '#contract/desk/passkeys.ts';
import { call } from '#console/api/call.ts';
import { customMutation, endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { ignoreNotFound } from '#console/api/failure.ts';
import { PREFETCH_STALE_MS, queryClient } from '#console/api/query-client.ts';

export const meQuery = () => endpointQuery(meEndpoints.viewMe, {}, { staleTime: PREFETCH_STALE_MS });

export const sessionListQuery = () =>
  endpointQuery(
    openSessionEndpoints.listSessions,
    {},
    { transform: ({ sessions }) => sessions, staleTime: PREFETCH_STALE_MS },
  );

export const changePassword = endpointMutation(
  meEndpoints.changePassword,
  (body: ChangePassword) => ({ body, renewsSession: true }),
  { invalidates: ['listSessions'], awaitsRefetch: true },
);

export const endSession = customMutation(
  (id: string) => call(openSessionEndpoints.endSession, { params: { id } }).catch(ignoreNotFound),
  { invalidates: ['listSessions'], invalidatesOnError: ['listSessions'] },
);

const SECOND_FACTOR_EFFECTS = { invalidates: ['viewMe'] as const };

export const createSecondFactor = endpointMutation(
  meEndpoints.beginSecondFactor,
  (body: ProvePassword) => ({ body }),
  SECOND_FACTOR_EFFECTS,
);

export const removeSecondFactor = endpointMutation(
  meEndpoints.removeSecondFactor,
  (body: ProvePassword) => ({ body }),
  SECOND_FACTOR_EFFECTS,
);

export const renewRecoveryCodes = endpointMutation(
  meEndpoints.renewRecoveryCodes,
  (body: ProvePassword) => ({ body }),
  SECOND_FACTOR_EFFECTS,
);

export const removePasskey = endpointMutation(
  passkeyEndpoints.removePasskey,
  ({ id, password }: { id: string } & ProvePassword) => ({ params: { id }, body: { password } }),
  { invalidates: ['viewMe', 'listSessions'], invalidatesOnError: ['viewMe'] },
);

export const digestQuery = () =>
  endpointQuery(notificationEndpoints.viewDigest, {}, { staleTime: PREFETCH_STALE_MS });

export const saveDigest = endpointMutation(notificationEndpoints.setDigest, (body: Digest) => ({ body }), {
  update: (_reply, digest) => queryClient.setQueryData(digestQuery().queryKey, { digest }),
});

export const webhookAlarmQuery = () =>
  endpointQuery(notificationEndpoints.viewWebhookAlarm, {}, { staleTime: PREFETCH_STALE_MS });

export const saveWebhookAlarm = endpointMutation(
  notificationEndpoints.setWebhookAlarm,
  (body: WebhookAlarm) => ({ body }),
  { update: (_reply, alarm) => queryClient.setQueryData(webhookAlarmQuery().queryKey, alarm) },
);
