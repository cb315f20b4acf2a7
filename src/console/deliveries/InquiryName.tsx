import { Trans } from '@lingui/react/macro';

export function InquiryName({ person, sid }: { person: string | null; sid: string | null }) {
  return person ?? (sid === null ? <Trans>Sin consulta</Trans> : <Trans>Consulta sin nombre</Trans>);
}
