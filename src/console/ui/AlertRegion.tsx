import Alert, { type AlertColor } from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { ReactNode } from 'react';

interface Props {
  severity: AlertColor;
  title: string;
  label?: string;
  headingLevel?: 'h2' | 'h3';
  children: ReactNode;
}

export function AlertRegion({ severity, title, label = title, headingLevel = 'h2', children }: Props) {
  return (
    <Alert
      severity={severity}
      variant="outlined"
      sx={{ bgcolor: 'background.paper', '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- replaces the role of Alert
      role="region"
      aria-label={label}
    >
      <AlertTitle component={headingLevel} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {title}
      </AlertTitle>
      {children}
    </Alert>
  );
}
