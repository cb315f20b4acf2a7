import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { UnsavedChangesPrompt } from './UnsavedChangesPrompt.tsx';

interface Props {
  onSubmit: (event: SubmitEvent) => Promise<void>;
  failure: ReactNode;
  submitLabel: string;
  isPending: boolean;
  canSubmit?: boolean;
  isSecondary?: boolean;
  cancelTo?: string;
  onCancel?: () => void;
  onChange?: (() => void) | undefined;
  /** Asks before the page is left. Without it there is no question: only one form of a page can have it. */
  hasUnsavedChanges?: boolean;
  /** This page opens once the form is saved. */
  saved?: { to: string; state: unknown } | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

export function Form({
  onSubmit,
  failure,
  submitLabel,
  isPending,
  canSubmit = true,
  isSecondary = false,
  cancelTo,
  onCancel,
  onChange,
  hasUnsavedChanges,
  saved,
  actions,
  children,
}: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const buttons = useRef<HTMLFieldSetElement>(null);
  const couldSubmit = useRef(canSubmit);
  // Once the changes are saved or discarded, the button that had the focus is disabled or gone.
  useEffect(() => {
    const { activeElement } = document;
    const isFocusLost = activeElement === document.body || buttons.current?.contains(activeElement);
    if (couldSubmit.current && !canSubmit && isFocusLost) buttons.current?.focus({ preventScroll: true });
    couldSubmit.current = canSubmit;
  }, [canSubmit]);
  const isSaved = saved !== undefined;
  const openSaved = useEffectEvent(() => {
    if (saved) void navigate(saved.to, { state: saved.state });
  });
  // The navigation waits for an effect, when the prompt for unsaved changes is off.
  useEffect(() => {
    if (isSaved) openSaved();
  }, [isSaved]);
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      useFlexGap
      onSubmit={(event: SubmitEvent) => void onSubmit(event)}
      onChange={onChange}
    >
      {children}
      {failure}
      <Stack
        component="fieldset"
        ref={buttons}
        aria-label={t`Cambios`}
        tabIndex={-1}
        direction="row"
        sx={{ flexWrap: 'wrap', gap: 1 }}
      >
        <Button
          type="submit"
          variant={isSecondary ? 'outlined' : 'contained'}
          disabled={!canSubmit}
          loading={isPending}
        >
          {submitLabel}
        </Button>
        {cancelTo && (
          <Button component={Link} to={cancelTo} color="inherit" onClick={onCancel}>
            <Trans>Cancelar</Trans>
          </Button>
        )}
        {actions}
      </Stack>
      {hasUnsavedChanges !== undefined && (
        <UnsavedChangesPrompt hasUnsavedChanges={hasUnsavedChanges && !isSaved} />
      )}
    </Stack>
  );
}
