import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

interface Props extends Omit<IconButtonProps, 'aria-label' | 'title'> {
  label: string;
}

export function IconAction({ label, ...props }: Props) {
  return (
    // A disabled button fires no events for the tooltip.
    <Tooltip title={props.disabled ? '' : label}>
      <IconButton size="small" {...props} aria-label={label} />
    </Tooltip>
  );
}
