import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface Props {
  children: ReactNode;
  link?: { to: string; label: string };
  actions?: ReactNode;
}

export function EmptyState({ children, link, actions }: Props) {
  return (
    <Paper variant="outlined" sx={{ display: 'grid', justifyItems: 'center', gap: 2, px: 3, py: 6 }}>
      <Typography color="textSecondary" align="center">
        {children}
      </Typography>
      {link && (
        <Button component={Link} to={link.to} variant="outlined">
          {link.label}
        </Button>
      )}
      {actions && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
          {actions}
        </Stack>
      )}
    </Paper>
  );
}
