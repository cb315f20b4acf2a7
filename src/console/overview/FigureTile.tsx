import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { Caption } from '#console/ui/Caption.tsx';
import { Sparkline } from './Sparkline.tsx';

interface Props {
  label: string;
  value: string;
  to?: string | undefined;
  change?: string | undefined;
  note?: string | undefined;
  days?: readonly (number | null)[];
}

export function FigureTile({ label, value, to, change, note, days }: Props) {
  const figures = (
    <>
      {value} {note && <Caption>{note}</Caption>}
    </>
  );
  return (
    <Box component="li" sx={{ minWidth: 0, listStyle: 'none' }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography
        component="div"
        sx={{ fontSize: 24, fontWeight: 600, lineHeight: 1.4, whiteSpace: 'nowrap' }}
      >
        {to ? (
          <Link
            component={RouterLink}
            to={to}
            underline="hover"
            aria-label={`${label}: ${value} ${note ?? ''}`.trim()}
          >
            {figures}
          </Link>
        ) : (
          figures
        )}
      </Typography>
      {change && <Caption>{change}</Caption>}
      {days && <Sparkline values={days} />}
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
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(128px, 100%), 1fr))',
        gap: 3,
        m: 0,
        p: 0,
      }}
    >
      {children}
    </Box>
  );
}
