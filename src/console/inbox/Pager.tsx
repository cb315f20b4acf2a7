import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { BackIcon, NextIcon } from '#console/ui/icons.tsx';
import css from './InquiryList.module.css';

interface Props {
  number: number;
  hasNext: boolean;
  rowCount: number | undefined;
  onTurn: (number: number) => void;
}

export function Pager({ number, hasNext, rowCount, onTurn }: Props) {
  const { t } = useLingui();
  return (
    <nav className={css.pager} aria-label={t`Páginas`}>
      <button
        type="button"
        className="button"
        aria-label={t`Página anterior`}
        aria-disabled={number <= 1}
        onClick={() => number > 1 && onTurn(number - 1)}
      >
        <BackIcon />
      </button>
      <span className={css.position} aria-live="polite">
        {rowCount === undefined ? (
          <Trans>Página {number}</Trans>
        ) : (
          <Trans>
            Página {number} · {rowCount} en pantalla
          </Trans>
        )}
      </span>
      <button
        type="button"
        className="button"
        aria-label={t`Página siguiente`}
        aria-disabled={!hasNext}
        onClick={() => hasNext && onTurn(number + 1)}
      >
        <NextIcon />
      </button>
    </nav>
  );
}

export function RowCount({ loaded, total }: { loaded: number; total: number | undefined }) {
  const { t } = useLingui();
  return (
    <p className={css.pager}>
      {total === undefined || loaded >= total
        ? t`${plural(loaded, { one: '# consulta', other: '# consultas' })}`
        : t`${loaded} de ${plural(total, { one: '# consulta', other: '# consultas' })}`}
    </p>
  );
}
