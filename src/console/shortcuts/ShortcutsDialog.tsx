import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useShortcutGroups } from '#console/ui/keyboard-shortcuts.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { mergeShortcutGroups, useInquiryShortcuts } from './shortcut-groups.ts';
import { KeySequence } from './KeySequence.tsx';
import { ShortcutsSwitch } from './ShortcutsSwitch.tsx';
import css from './ShortcutsDialog.module.css';

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
  const inquiryGroup = {
    title: t`Con una consulta abierta`,
    shortcuts: useInquiryShortcuts().filter(({ label }) => !labels.has(label)),
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
          <div className={css.groups}>
            {groups.map(({ title, actions }) => (
              <section key={title} className={css.group} aria-label={title}>
                <h3>{title}</h3>
                <dl>
                  {actions.map(({ label, keys }) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>
                        {keys.map((sequence, index) => (
                          <span key={sequence}>
                            {index > 0 && (
                              <span className="caption"> {t({ context: 'keys', message: 'o' })} </span>
                            )}
                            <KeySequence keys={sequence} />
                          </span>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
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
