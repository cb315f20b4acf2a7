import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

/** One subject of the page: what it is on the left, what can be done on the right; below each other on a phone. */
export function Section({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <Box
      component="section"
      aria-labelledby={heading}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '240px minmax(0, 480px)' },
        gap: { xs: 1.5, md: 4 },
        px: 2,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <div>
        <Typography id={heading} component="h2" sx={{ fontWeight: 600, fontSize: 15 }}>
          {title}
        </Typography>
        {about && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, maxWidth: '48ch' }}>
            {about}
          </Typography>
        )}
      </div>
      <div>{children}</div>
    </Box>
  );
}
