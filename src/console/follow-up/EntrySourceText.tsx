import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { EntrySource } from '#contract/desk/follow-up.ts';
import { paths } from '#console/paths.ts';
import { useFormats } from '#console/ui/use-formats.ts';

/** Says how something was done: with an API token, or by a job, which is linked where the reader may open it. */
export function EntrySourceText({ source }: { source: EntrySource }) {
  const { t } = useLingui();
  const format = useFormats();
  if (source.kind === 'token') {
    const { name } = source;
    return t`con el token «${name}»`;
  }
  const { rows, id, jobKind } = source;
  const count = format.number(rows);
  const texts: Record<typeof jobKind, string> = {
    'follow-up': t`${plural(rows, { one: 'en un cambio de # consulta', other: `en un cambio de ${count} consultas` })}`,
    import: t`${plural(rows, { one: 'en una importación de # fila', other: `en una importación de ${count} filas` })}`,
    resend: t`${plural(rows, { one: 'en un reenvío de # consulta', other: `en un reenvío de ${count} consultas` })}`,
    undo: t`${plural(rows, { one: 'al deshacer un proceso de # consulta', other: `al deshacer un proceso de ${count} consultas` })}`,
  };
  return id === null ? texts[jobKind] : <Link to={paths.job(id)}>{texts[jobKind]}</Link>;
}
