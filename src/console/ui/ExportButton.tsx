import { Trans } from '@lingui/react/macro';
import Button, { type ButtonProps } from '@mui/material/Button';
import { DownloadIcon } from './icons.tsx';

type Props = { href: string } | Pick<ButtonProps, 'disabled' | 'loading' | 'onClick'>;

export function ExportButton(props: Props) {
  const look = {
    variant: 'outlined',
    startIcon: <DownloadIcon />,
    children: <Trans>Exportar CSV</Trans>,
  } as const;
  return 'href' in props ? <Button {...look} href={props.href} download /> : <Button {...look} {...props} />;
}
