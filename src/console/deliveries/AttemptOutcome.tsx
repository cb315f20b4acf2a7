import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Attempt } from '#contract/attempts.ts';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useDurationFormat } from '#console/ui/use-duration-format.ts';

const ATTEMPT_OUTCOME_TONES: Record<Attempt['outcome'], Tone> = {
  delivered: 'good',
  retried: 'caution',
  'given-up': 'bad',
  suspended: 'bad',
};

export const ATTEMPT_OUTCOME_TEXTS: Record<Attempt['outcome'], MessageDescriptor> = {
  delivered: msg`Entregado`,
  retried: msg`Se reintenta`,
  'given-up': msg`Abandonado`,
  suspended: msg`Aviso suspendido`,
};

const TIMEOUT = msg`No respondió a tiempo`;
const UNRESOLVED = msg`No se encuentra esa dirección (DNS)`;
const UNREACHABLE = msg`No hay conexión hasta esa dirección`;
const CLOSED = msg`Cortó la conexión`;
const UNKNOWN_ISSUER = msg`El certificado no es de una autoridad conocida`;

const ERROR_TEXTS = new Map<string | null, MessageDescriptor>([
  ['timeout', TIMEOUT],
  ['ETIMEDOUT', TIMEOUT],
  ['private-address', msg`La dirección es privada, y el servicio no la llama`],
  ['secret', msg`El servicio no puede leer el secreto del aviso`],
  ['ECONNREFUSED', msg`Nadie atiende en esa dirección`],
  ['ENOTFOUND', UNRESOLVED],
  ['EAI_AGAIN', UNRESOLVED],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['ECONNRESET', CLOSED],
  ['EPIPE', CLOSED],
  ['UND_ERR_SOCKET', CLOSED],
  ['HTTPParserError', msg`Lo que respondió no es HTTP`],
  ['CERT_HAS_EXPIRED', msg`El certificado venció`],
  ['CERT_NOT_YET_VALID', msg`El certificado todavía no vale`],
  ['ERR_TLS_CERT_ALTNAME_INVALID', msg`El certificado es de otro nombre`],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNKNOWN_ISSUER],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN_ISSUER],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_ISSUER],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNKNOWN_ISSUER],
]);

export function AttemptOutcome({
  attempt: { outcome, status, error, durationMs },
  label,
}: {
  attempt: Pick<Attempt, 'outcome' | 'status' | 'error' | 'durationMs'>;
  label?: string;
}) {
  const { t, i18n } = useLingui();
  const duration = useDurationFormat()(durationMs);
  const known = ERROR_TEXTS.get(error);
  return (
    <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
      <StatusChip tone={ATTEMPT_OUTCOME_TONES[outcome]}>
        {label ?? i18n._(ATTEMPT_OUTCOME_TEXTS[outcome])}
      </StatusChip>
      <Typography variant="body2" color="textSecondary">
        {status !== null
          ? t`Respondió ${status} en ${duration}`
          : known
            ? i18n._(known)
            : t`No respondió: ${error}`}
      </Typography>
    </Stack>
  );
}
