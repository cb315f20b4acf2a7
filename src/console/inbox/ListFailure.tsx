import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { Failure, isRetryable } from '#console/api/failure.ts';
import { updateSearch } from '#console/inquiries/inbox-address.ts';
import { paths } from '#console/paths.ts';
import { FailurePanel } from '#console/ui/FailurePanel.tsx';

interface Props {
  error: Error;
  isOfService: boolean;
  onRetry: () => void;
}

export function ListFailure({ error, isOfService, onRetry }: Props) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const isNotAssociated = error instanceof Failure && error.isNotFound;
  const isForbidden = error instanceof Failure && error.status === 403;
  return (
    <FailurePanel
      error={error}
      onRetry={onRetry}
      meanings={{ 404: { what: t`Esta agencia ya no está asociada a esta aplicación` } }}
    >
      {isOfService && isRetryable(error) && (
        <Link className="button" to={{ search: updateSearch(search, { copia: '1' }) }}>
          <Trans>Ver las que Vitrina tiene</Trans>
        </Link>
      )}
      {(isNotAssociated || isForbidden) && (
        <Link className="button" to={paths.inquiries()}>
          {isNotAssociated ? <Trans>Ver otra agencia</Trans> : <Trans>Ir a mis consultas</Trans>}
        </Link>
      )}
    </FailurePanel>
  );
}
