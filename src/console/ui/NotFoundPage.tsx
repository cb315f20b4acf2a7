import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import css from './FailurePanel.module.css';
import { useTitle } from './title.ts';

export function NotFoundPage() {
  const { t } = useLingui();
  useTitle(t`No existe`);
  return (
    <div className={css.panel}>
      <h1 className={css.title}>
        <Trans>Esta página no existe</Trans>
      </h1>
      <p>
        <Trans>El enlace puede estar incompleto, o la página cambió de lugar.</Trans>
      </p>
      <Link className="button strong" to={paths.inquiries()}>
        <Trans>Ir a las consultas</Trans>
      </Link>
    </div>
  );
}
