import type { ReactNode } from 'react';
import css from './ComparedTable.module.css';

interface Props {
  label?: string;
  /** What is compared, and the two sides. */
  heads: readonly [string, string, string];
  rows: readonly { name: string; sides: readonly [ReactNode, ReactNode] }[];
}

/** Two versions of the same, side by side, a line for each member. */
export function ComparedTable({ label, heads, rows }: Props) {
  return (
    <table className={css.compared} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, sides: [one, other] }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{one}</td>
            <td>{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
