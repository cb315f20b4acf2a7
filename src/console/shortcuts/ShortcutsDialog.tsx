import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { lookUp } from '#contract/look-up.ts';
import { useShortcutGroups } from '#console/ui/keys.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { useInquiryShortcuts } from './inquiry-shortcuts.ts';
import { ShortcutsSwitch } from './ShortcutsSwitch.tsx';
import { listed } from './merge-shortcut-groups.ts';
import css from './ShortcutsDialog.module.css';

interface Props {
  /** Title of the group that holds on every page. */
  everywhere: string;
  open: boolean;
  onClose: () => void;
}

/** What can be pressed on the page behind it, and on the list also what can be once an inquiry is open. */
export function ShortcutsDialog({ everywhere, open, onClose }: Props) {
  const { t } = useLingui();
  const heading = useId();
  const here = useShortcutGroups();
  const labels = new Set(here.flatMap(({ shortcuts }) => shortcuts).map(({ label }) => label));
  const besides = useInquiryShortcuts().filter(({ label }) => !labels.has(label));
  const withCard = listed([{ title: t`Con una consulta abierta`, shortcuts: besides }], everywhere);
  // What holds everywhere stays at the end.
  const groups = listed(here, everywhere).toSpliced(-1, 0, ...withCard);
  return (
    <MuiRoot>
      <Dialog open={open} fullWidth maxWidth="md" onClose={onClose} aria-labelledby={heading}>
        <DialogTitle id={heading}>{t`Atajos de teclado`}</DialogTitle>
        <DialogContent>
          <div className={css.groups}>
            {groups.map(({ title, lines }) => (
              <section key={title} className={css.group} aria-label={title}>
                <h3>{title}</h3>
                <dl>
                  {lines.map(({ label, keys }) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>
                        {keys.map((either, index) => (
                          <span key={either}>
                            {index > 0 && (
                              <span className={css.between}> {t({ context: 'keys', message: 'o' })} </span>
                            )}
                            <Keys keys={either} />
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

/** One key, or two after each other. */
function Keys({ keys }: { keys: string }) {
  const { t } = useLingui();
  const names = { Escape: 'Esc', Enter: 'Enter', ArrowDown: '↓', ArrowUp: '↑' };
  const shown = keys.split(' ').map((key) => lookUp(names, key) ?? (isCapital(key) ? `Shift ${key}` : key));
  return shown.map((key, index) => (
    <span key={key}>
      {index > 0 && <span className={css.between}> {t({ context: 'keys', message: 'y después' })} </span>}
      <kbd>{key}</kbd>
    </span>
  ));
}

function isCapital(key: string): boolean {
  return key.length === 1 && key !== key.toLowerCase();
}
