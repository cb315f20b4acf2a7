import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { activateLanguage } from '#console/locales/language.ts';
import { UndoSnackbar } from './UndoSnackbar.tsx';

function Notice({ done }: { done: string | undefined }) {
  const [closed, setClosed] = useState<string>();
  return <UndoSnackbar done={done === closed ? undefined : done} onClose={() => setClosed(done)} />;
}

function renderNotices(first: string | undefined, second: string | undefined) {
  return (
    <I18nProvider i18n={i18n}>
      <Notice done={first} />
      <Notice done={second} />
    </I18nProvider>
  );
}

test('a new undo notice closes the one of another part of the page, and stays when it is rendered again', async () => {
  await activateLanguage('es');
  const { rerender } = render(renderNotices('Se guardó.', undefined));
  expect(screen.getByText('Se guardó.')).toBeTruthy();
  rerender(renderNotices('Se guardó.', 'Se quitó el acceso.'));
  await expect.poll(() => screen.queryByText('Se guardó.')).toBeNull();
  rerender(renderNotices('Se guardó.', 'Se quitó el acceso.'));
  expect(screen.getByText('Se quitó el acceso.')).toBeTruthy();
});
