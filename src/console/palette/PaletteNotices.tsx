import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useGroupText } from './group-text.ts';
import css from './Palette.module.css';
import type { SourceFailure } from './use-loaded-items.ts';

interface Props {
  query: string;
  failures: readonly SourceFailure[];
  isEmpty: boolean;
  isPending: boolean;
  isIndexComplete: boolean;
}

/** The notice says that nothing matches only where everything was searched. */
export function PaletteNotices({ query, failures, isEmpty, isPending, isIndexComplete }: Props) {
  const { t, i18n } = useLingui();
  const text = useGroupText();
  const names = [...new Set(failures.map(({ kind }) => text[kind]))];
  const list = new Intl.ListFormat(i18n.locale).format(names);
  const search = query.trim();
  const sentence = isPending
    ? t`Buscando consultas…`
    : isEmpty && failures.length === 0
      ? t`Nada coincide con «${search}».`
      : undefined;
  return (
    <>
      {failures.length > 0 && (
        <Alert
          severity="error"
          className={css.notice ?? ''}
          action={
            <Button
              size="small"
              color="inherit"
              onClick={() => {
                for (const { retry } of failures) retry();
              }}
            >
              <Trans>Reintentar</Trans>
            </Button>
          }
        >
          {t`No se pudo buscar en: ${list}.`}
        </Alert>
      )}
      {sentence && <output className={css.sentence}>{sentence}</output>}
      {!isIndexComplete && (
        <p className={css.sentence}>
          <Trans>Puede faltar alguna consulta: todavía se están cargando todas.</Trans>
        </p>
      )}
    </>
  );
}
