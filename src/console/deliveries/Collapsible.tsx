import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import { type ReactNode, useId } from 'react';
import { NextIcon } from '#console/ui/icons.tsx';

const UNFOLD_ICON = (
  <Box sx={{ display: 'flex', transform: 'rotate(90deg)' }}>
    <NextIcon />
  </Box>
);

interface Props {
  title: ReactNode;
  heading?: 'h2' | 'h3';
  children: ReactNode;
}

export function Collapsible({ title, heading = 'h3', children }: Props) {
  const id = useId();
  return (
    <Accordion
      variant="outlined"
      disableGutters
      slotProps={{ heading: { component: heading } }}
      sx={{ borderRadius: 1, '&::before': { display: 'none' } }}
    >
      <AccordionSummary id={id} aria-controls={`${id}-details`} expandIcon={UNFOLD_ICON}>
        {title}
      </AccordionSummary>
      <AccordionDetails>{children}</AccordionDetails>
    </Accordion>
  );
}
