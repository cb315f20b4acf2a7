import Chip from '@mui/material/Chip';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'waiting' | 'caution' | 'bad' | 'none';

const TONE_COLORS = {
  good: 'success',
  waiting: 'info',
  caution: 'warning',
  bad: 'error',
  none: 'default',
} as const satisfies Record<Tone, string>;

export function StatusChip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <Chip component="span" size="small" variant="outlined" color={TONE_COLORS[tone]} label={children} />;
}
