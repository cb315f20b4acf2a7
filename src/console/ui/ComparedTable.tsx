import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';

interface Props {
  label?: string;
  heads: readonly [string, string, string];
  rows: readonly { name: string; sides: readonly [ReactNode, ReactNode] }[];
}

export function ComparedTable({ label, heads, rows }: Props) {
  return (
    <Table
      size="small"
      aria-label={label}
      sx={{ tableLayout: 'fixed', '& :is(td, th)': { overflowWrap: 'anywhere', verticalAlign: 'top' } }}
    >
      <TableHead>
        <TableRow>
          {heads.map((head) => (
            <TableCell key={head}>{head}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ name, sides: [left, right] }) => (
          <TableRow key={name}>
            <TableCell component="th" scope="row" sx={{ color: 'text.secondary' }}>
              {name}
            </TableCell>
            <TableCell>{left}</TableCell>
            <TableCell>{right}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
