import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useMatch } from 'react-router';
import { paths } from '#console/paths.ts';
import { useShortcutGroups } from '#console/ui/keyboard-shortcuts.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { useInquiryShortcuts } from './inquiry-shortcuts.ts';
import { mergeShortcutGroups } from './shortcut-groups.ts';
import { KeySequence } from './KeySequence.tsx';
import { ShortcutsSwitch } from './ShortcutsSwitch.tsx';

const ROW = {
  alignItems: 'baseline',
  justifyContent: 'space-between',
  py: '5px',
  borderTop: 1,
  borderColor: 'divider',
} as const;

interface Props {
  pageGroup: string;
  open: boolean;
  onClose: () => void;
}

export function ShortcutsDialog({ pageGroup, open, onClose }: Props) {
  const { t } = useLingui();
  const titleId = useId();
  const pageGroups = useShortcutGroups();
  const labels = new Set(pageGroups.flatMap(({ shortcuts }) => shortcuts).map(({ label }) => label));
  const isList = useMatch(paths.inquiries()) !== null;
  const inquiryShortcuts = useInquiryShortcuts();
  const inquiryGroup = {
    title: t`Con una consulta abierta`,
    shortcuts: isList
      ? inquiryShortcuts.filter(
          ({ label, disabledReason }) => disabledReason === undefined && !labels.has(label),
        )
      : [],
  };
  const groups = mergeShortcutGroups(pageGroups, pageGroup).toSpliced(
    -1,
    0,
    ...mergeShortcutGroups([inquiryGroup], ''),
  );
  return (
    <MuiRoot>
      <Dialog open={open} fullWidth maxWidth="md" onClose={onClose} aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{t`Atajos de teclado`}</DialogTitle>
        <DialogContent>
          <Box sx={{ columns: '2 320px', columnGap: 4, mb: 2 }}>
            {groups.map(({ title, actions }) => (
              <Box key={title} component="section" aria-label={title} sx={{ breakInside: 'avoid', mb: 2 }}>
                <Typography variant="h3" sx={{ mb: 0.5 }}>
                  {title}
                </Typography>
                <dl>
                  {actions.map(({ label, keys }) => (
                    <Stack key={label} direction="row" spacing={2} sx={ROW}>
                      <dt>{label}</dt>
                      <Box component="dd" sx={{ flex: 'none' }}>
                        {keys.map((sequence, index) => (
                          <span key={sequence}>
                            {index > 0 && (
                              <span className="caption"> {t({ context: 'keys', message: 'o' })} </span>
                            )}
                            <KeySequence keys={sequence} />
                          </span>
                        ))}
                      </Box>
                    </Stack>
                  ))}
                </dl>
              </Box>
            ))}
          </Box>
          <ShortcutsSwitch />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="inherit" onClick={onClose}>
            <Trans>Cerrar</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    </MuiRoot>
  );
}
