import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode, SubmitEvent } from 'react';
import { Link } from 'react-router';
import { UnsavedChangesPrompt } from './UnsavedChangesPrompt.tsx';

interface Props {
  /** `form.handleSubmit(…)`. */
  onSubmit: (event: SubmitEvent) => Promise<void>;
  /** A `FormAlert`, above the inputs. */
  failure: ReactNode;
  submitLabel: string;
  isPending: boolean;
  canSubmit?: boolean;
  cancelTo?: string;
  /** Asks before the page is left. */
  hasUnsavedChanges: boolean;
  /** Beside submit and cancel. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A form that writes: failure, inputs, submit and cancel, and a question before unsaved changes are lost. */
export function Form({
  onSubmit,
  failure,
  submitLabel,
  isPending,
  canSubmit = true,
  cancelTo,
  hasUnsavedChanges,
  actions,
  children,
}: Props) {
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      useFlexGap
      onSubmit={(event: SubmitEvent) => void onSubmit(event)}
    >
      {failure}
      {children}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={!canSubmit} loading={isPending}>
          {submitLabel}
        </Button>
        {cancelTo && (
          <Button component={Link} to={cancelTo} color="inherit">
            <Trans>Cancelar</Trans>
          </Button>
        )}
        {actions}
      </Stack>
      <UnsavedChangesPrompt unsaved={hasUnsavedChanges} />
    </Stack>
  );
}
