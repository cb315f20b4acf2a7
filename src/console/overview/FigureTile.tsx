import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { Caption } from '#console/ui/Caption.tsx';
import { Definition } from './Definition.tsx';

interface Props {
  label: string;
  value: string;
  to?: string;
  toggle?: ReactNode;
  note?: ReactNode;
  definition: ReactNode;
}

export function FigureTile({ label, value, to, toggle, note, definition }: Props) {
  return (
    <Box
      component="li"
      sx={{ minWidth: 0, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1, listStyle: 'none' }}
    >
      <Stack
        direction="row"
        sx={{ alignItems: 'center', justifyContent: 'space-between', minHeight: 'var(--touch)' }}
      >
        <Typography component="span" variant="body2" color="textSecondary">
          {label}
        </Typography>
        <Definition of={label}>{definition}</Definition>
      </Stack>
      <Typography
        component="div"
        sx={{ fontSize: 20, fontWeight: 600, lineHeight: 1.4, whiteSpace: 'nowrap' }}
      >
        {toggle ||
          (to ? (
            <Link component={RouterLink} to={to} underline="hover" aria-label={`${label}: ${value}`}>
              {value}
            </Link>
          ) : (
            value
          ))}
      </Typography>
      {note && <Caption>{note}</Caption>}
    </Box>
  );
}

export function FigureTiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(132px, 100%), 1fr))',
        gap: 1.5,
        m: 0,
        p: 0,
      }}
    >
      {children}
    </Box>
  );
}
