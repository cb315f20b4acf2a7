import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { renderPart } from '#testing/render-console.tsx';
import { UnsavedChangesPrompt } from './UnsavedChangesPrompt.tsx';

test('the filled button keeps what was typed, and the other leaves the page', async () => {
  const { screen, user } = await renderPart(
    <>
      <Link to="/elsewhere">Otra página</Link>
      <UnsavedChangesPrompt hasUnsavedChanges />
    </>,
  );
  await user.click(screen.getByRole('link', { name: 'Otra página' }));
  const dialog = await screen.findByRole('dialog', { name: '¿Salir sin guardar?' });
  const filled = [...dialog.querySelectorAll('.MuiButton-contained')].map(({ textContent }) => textContent);
  expect(filled).toEqual(['Seguir editando']);
  await user.click(screen.getByRole('button', { name: 'Seguir editando' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
