import { useLingui } from '@lingui/react/macro';
import Paper from '@mui/material/Paper';
import { memo, useDeferredValue } from 'react';
import { Link } from 'react-router';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { ColorSwatch } from './ColorSwatch.tsx';
import css from './EntryList.module.css';
import type { Entry } from './entries.ts';

const INITIAL_ENTRIES = 40;

interface Props {
  label: string;
  entries: readonly Entry[];
  linkTo: (id: string) => string;
  isPlaceholder: boolean;
}

export function EntryList({ label, entries, linkTo, isPlaceholder }: Props) {
  const deferredEntries = useDeferredValue(entries, entries.slice(0, INITIAL_ENTRIES));
  return (
    <Paper variant="outlined">
      <ul className={css.entries} aria-label={label} aria-busy={isPlaceholder}>
        <EntryRows entries={deferredEntries} linkTo={linkTo} />
      </ul>
    </Paper>
  );
}

const EntryRows = memo(function EntryRows({ entries, linkTo }: Pick<Props, 'entries' | 'linkTo'>) {
  return entries.map((entry) => <EntryRow key={entry.path || entry.name} entry={entry} linkTo={linkTo} />);
});

function EntryRow({ entry, linkTo }: { entry: Entry; linkTo: Props['linkTo'] }) {
  const { t } = useLingui();
  const { id, name, path, codes, region, htmlColor } = entry;
  return (
    <li className={css.entry}>
      <span className={css.name}>
        {htmlColor !== null && <ColorSwatch htmlColor={htmlColor} />}
        {id ? <Link to={linkTo(id)}>{name}</Link> : <bdi>{name}</bdi>}
      </span>
      <span className={css.codes}>{[...codes, region, htmlColor].filter(Boolean).join(' · ')}</span>
      {path && (
        <>
          <code className={css.path}>{path}</code>
          <CopyButton text={path} label={t`Copiar la ruta de ${name}`} />
        </>
      )}
    </li>
  );
}
