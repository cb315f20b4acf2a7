import { listMails, listPhones, isMailAddress } from '#matching/contact-values.ts';
import { type ColumnKind, matchColumnName } from './column-names.ts';
import type { Table } from './header.ts';

const PLACES = ['address', 'city', 'region'] as const satisfies readonly ColumnKind[];
const PART_KINDS = [...PLACES, 'mail', 'phone'] as const satisfies readonly ColumnKind[];
type Kind = (typeof PART_KINDS)[number];

const NAME_SEPARATOR = /\s*[/,;&|+]\s*|\s+[-–—]\s+|\s+(?:y|e|o|and|or)\s+/i;
const CELL_SEPARATOR = /[,;/|(]| [-–—] /;
const COUNTRY_PATTERN = /^(?:rep(?:[uú]blica)?\.? )?argentina$/i;

interface Joint {
  column: number;
  names: string[];
  kinds: Kind[];
}

/** A column such as `Localidad y provincia` holds several things by its name. */
export function splitColumns(table: Table): { table: Table; split: string[] } {
  const joints = new Map(
    table.columns.flatMap((name, column) => {
      const joint = findJoint(name, column);
      return joint ? [[column, joint] as const] : [];
    }),
  );
  if (joints.size === 0) return { table, split: [] };
  const taken = new Set(table.columns);
  const toNew = (name: string): string => {
    if (taken.has(name)) return toNew(`${name} (2)`);
    taken.add(name);
    return name;
  };
  const columns = table.columns.flatMap((name, column) => joints.get(column)?.names.map(toNew) ?? [name]);
  const rows = table.rows.map((row) =>
    row.flatMap((cell, column) => {
      const joint = joints.get(column);
      return joint ? splitCell(cell, joint.kinds) : [cell];
    }),
  );
  return { table: { columns, rows }, split: [...joints.keys()].map((column) => table.columns[column] ?? '') };
}

function findJoint(name: string, column: number): Joint | undefined {
  const names = name.slice(0, 100).split(NAME_SEPARATOR).filter(Boolean);
  if (names.length < 2 || names.length > 3) return undefined;
  const kinds = names.map(
    (part) =>
      PART_KINDS.find((kind) => matchColumnName(kind, part) === 'exact') ??
      // `state` beside a city is no state of affairs.
      (/^(?:state|estado)$/i.test(part) ? 'region' : undefined),
  );
  const found = kinds.filter((kind) => kind !== undefined);
  const isPlace = (kind: Kind) => (PLACES as readonly Kind[]).includes(kind);
  const isJoint =
    found.length === names.length &&
    new Set(found).size === found.length &&
    (found.every(isPlace) || !found.some(isPlace));
  return isJoint ? { column, names, kinds: found } : undefined;
}

/** A cell that cannot be split stays whole in the first column, where it is asked for. */
function splitCell(cell: string, kinds: readonly Kind[]): string[] {
  if (kinds.includes('mail')) {
    const mails = listMails(cell).filter(isMailAddress);
    const rest = mails.length > 0 ? '' : cell;
    const phones = listPhones(mails.reduce((text, mail) => text.replace(mail, ' / '), cell)).filter((text) =>
      /\d{4}/.test(text),
    );
    return kinds.map((kind) =>
      kind === 'mail' ? mails.join(' / ') || (phones.length > 0 ? '' : rest) : phones.join(' / '),
    );
  }
  const parts = cell
    .split(CELL_SEPARATOR)
    .map((part) => part.replace(/\)$/, '').trim())
    .filter(Boolean);
  if (parts.length > kinds.length && COUNTRY_PATTERN.test(parts.at(-1) ?? '')) parts.pop();
  const last = parts.splice(Math.max(1, parts.length - kinds.length + 1));
  return [parts.join(', '), ...kinds.slice(1).map((_, at) => last[at] ?? '')];
}
