import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { MAX_NEXT_LENGTH, openIdEndpoints } from '#contract/desk/openid.ts';
import { call } from '#console/api/call.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { readSignInOptions } from './session.ts';

export const openIdSignInQuery = (query: string) =>
  endpointQuery(
    openIdEndpoints.completeOpenIdSignIn,
    { body: { query } },
    { staleTime: Infinity, gcTime: 0, retry: false },
  );

interface Props {
  next?: string | undefined;
  hasPasswords: boolean;
}

export function OpenIdSignIn({ next, hasPasswords }: Props) {
  const { provider } = readSignInOptions();
  const begin = useMutation({
    mutationFn: () =>
      call(openIdEndpoints.beginOpenIdSignIn, {
        body: next !== undefined && next.length <= MAX_NEXT_LENGTH ? { next } : {},
      }),
    onSuccess: ({ url }) => location.assign(url),
  });
  if (provider === null) return null;
  return (
    <Stack spacing={2} sx={{ mb: hasPasswords ? 2 : 0 }}>
      {begin.error && <FormAlert error={begin.error} />}
      <Button
        variant={hasPasswords ? 'outlined' : 'contained'}
        size="large"
        loading={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate()}
      >
        <Trans>Entrar con {provider}</Trans>
      </Button>
      {hasPasswords && (
        <Divider>
          <Trans>o con tu contraseña</Trans>
        </Divider>
      )}
    </Stack>
  );
}
