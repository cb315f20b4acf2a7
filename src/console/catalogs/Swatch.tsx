import css from './catalogs.module.css';

/** The colour beside its name; nothing for what is not written as a colour. */
export function Swatch({ htmlColor, large = false }: { htmlColor: string; large?: boolean }) {
  if (!/^#([\da-f]{3}|[\da-f]{6})$/i.test(htmlColor)) return null;
  return (
    <span
      className={css.swatch}
      data-large={large}
      style={{ backgroundColor: htmlColor }}
      aria-hidden="true"
    />
  );
}
