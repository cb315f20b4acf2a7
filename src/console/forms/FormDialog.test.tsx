import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPart } from '#testing/render-console.tsx';
import { FormDialog } from './FormDialog.tsx';

interface Options {
  isPending?: boolean;
  hasUnsavedChanges?: boolean;
}

async function openDialog({ isPending = false, hasUnsavedChanges = false }: Options = {}) {
  const submits: string[] = [];
  function Example() {
    const [isOpen, setOpen] = useState(true);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submits.push('page');
        }}
      >
        {isOpen && (
          <FormDialog
            title="Note"
            onSubmit={() => submits.push('dialog')}
            failure={null}
            submitLabel="Save"
            isPending={isPending}
            hasUnsavedChanges={hasUnsavedChanges}
            onClose={() => setOpen(false)}
          >
            <input aria-label="Text" />
          </FormDialog>
        )}
      </form>
    );
  }
  const page = await renderPart(<Example />);
  const dialog = await page.screen.findByRole('dialog', { name: 'Note' });
  const clickBeside = () => page.user.click(dialog.closest('.MuiDialog-container') as Element);
  const isOpen = () => page.screen.queryByRole('dialog') !== null;
  return { ...page, submits, clickBeside, isOpen };
}

test('a form in a dialog is submitted alone, not with the form around it', async () => {
  const { screen, user, submits } = await openDialog();
  await user.type(screen.getByLabelText('Text'), 'a{Enter}');
  expect(submits).toEqual(['dialog']);
});

test('a form that is being saved is not submitted again, and only its button closes it', async () => {
  const { screen, user, submits, clickBeside, isOpen } = await openDialog({ isPending: true });
  await user.type(screen.getByLabelText('Text'), 'a{Enter}');
  await user.keyboard('{Escape}');
  await clickBeside();
  expect(submits).toEqual([]);
  expect(isOpen()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await expect.poll(isOpen).toBe(false);
});

test('a click beside a dialog without unsaved changes closes it', async () => {
  const { clickBeside, isOpen } = await openDialog();
  await clickBeside();
  await expect.poll(isOpen).toBe(false);
});

test('a click beside a dialog with unsaved changes keeps it open, Escape closes it', async () => {
  const { user, clickBeside, isOpen } = await openDialog({ hasUnsavedChanges: true });
  await clickBeside();
  expect(isOpen()).toBe(true);
  await user.keyboard('{Escape}');
  await expect.poll(isOpen).toBe(false);
});
