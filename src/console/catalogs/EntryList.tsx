import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { usePlainClick } from '#console/ui/plain-click.ts';
import css from './catalogs.module.css';
import type { Entry } from './entries.ts';
import { Swatch } from './Swatch.tsx';

const SLICE = 40;

interface Props {
  label: string;
  entries: readonly Entry[];
  linkTo: (id: string) => string;
  /** Others are on their way in place of these. */
  turning: boolean;
}

/** All entries: the first screenful at once and the others a slice a frame, so that a thousand of them hold up nothing. */
export function EntryList({ label, entries, linkTo, turning }: Props) {
  const onClick = usePlainClick();
  const slices = sliced(entries);
  const drawn = useGrowing(slices);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- clicks on the links inside; Enter on them is a click
    <ul className={css.entries} aria-label={label} aria-busy={turning} onClick={onClick}>
      {slices.slice(0, drawn).map((slice) => (
        <Slice key={slice[0]?.path} entries={slice} linkTo={linkTo} />
      ))}
    </ul>
  );
}

function sliced(entries: readonly Entry[]): readonly Entry[][] {
  return Array.from({ length: Math.ceil(entries.length / SLICE) }, (_, at) =>
    entries.slice(at * SLICE, (at + 1) * SLICE),
  );
}

/** How many slices are drawn by now; others start again from the first. */
function useGrowing(slices: readonly unknown[]): number {
  const [drawn, setDrawn] = useState({ slices, count: 1 });
  const count = drawn.slices === slices ? drawn.count : 1;
  useEffect(() => {
    if (count >= slices.length) return undefined;
    const frame = requestAnimationFrame(() => setDrawn({ slices, count: count + 1 }));
    return () => cancelAnimationFrame(frame);
  }, [slices, count]);
  return count;
}

function Slice({ entries, linkTo }: { entries: readonly Entry[]; linkTo: Props['linkTo'] }) {
  return entries.map((entry) => <Row key={entry.path || entry.name} entry={entry} linkTo={linkTo} />);
}

function Row({ entry, linkTo }: { entry: Entry; linkTo: Props['linkTo'] }) {
  const { t } = useLingui();
  const { id, name, path, codes, region, htmlColor } = entry;
  return (
    <li className={css.entry}>
      <span className={css.name}>
        {htmlColor !== null && <Swatch htmlColor={htmlColor} />}
        {id ? <a href={linkTo(id)}>{name}</a> : <bdi>{name}</bdi>}
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
