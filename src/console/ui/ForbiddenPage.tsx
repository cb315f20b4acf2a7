import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import css from './FailurePanel.module.css';
import { useTitle } from './title.ts';

export function ForbiddenPage() {
  const { t } = useLingui();
  useTitle(t`Sin acceso`);
  return (
    <div className={css.panel}>
      <h1 className={css.title}>
        <Trans>Tu cuenta no tiene acceso a esta página</Trans>
      </h1>
      <p>
        <Trans>Si la necesitás para tu trabajo, pedíselo a quien administra Vitrina.</Trans>
      </p>
      <Link className="button strong" to={paths.inquiries()}>
        <Trans>Ir a las consultas</Trans>
      </Link>
    </div>
  );
}
