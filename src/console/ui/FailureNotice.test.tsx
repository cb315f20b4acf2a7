import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '#console/api/failure.ts';
import { ConflictAlert } from '#console/forms/ConflictAlert.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { activateLanguage } from '#console/locales/language.ts';
import { FailureAlert } from './FailureAlert.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { FailurePanel } from './FailurePanel.tsx';
import { FailureText } from './FailureText.tsx';

beforeEach(() => activateLanguage('es'));

const show = (content: ReactNode) => <I18nProvider i18n={i18n}>{content}</I18nProvider>;

const gone = new Failure('problem', 'GET /v3/agencias/a', { status: 404 });
const forbidden = new Failure('problem', 'GET /desk/jobs', {
  status: 403,
  problem: { Type: '/problems/forbidden' },
});
const meanings = { 404: { what: 'Ya no existe' }, forbidden: { what: 'No es tu tarea', advice: 'Pedila.' } };

test('a meaning for a status of the service replaces the sentence and keeps the general advice', () => {
  render(show(<FailureNotice error={gone} title="No se guardó." meanings={meanings} />));
  expect(screen.getByRole('alert').textContent).toMatch(
    /^No se guardó\. Ya no existe\. Puede que ya no exista/,
  );
});

test('a code of the gateway is not taken for a status of the service', () => {
  render(show(<FormAlert error={forbidden} meanings={{ 403: { what: 'La agencia se fue' } }} />));
  expect(screen.getByRole('alert').textContent).toMatch(/^Tu cuenta no puede ver esto\./);
});

test('a meaning by code replaces the general sentence', () => {
  render(show(<FailureNotice error={forbidden} meanings={meanings} />));
  expect(screen.getByRole('alert').textContent).toMatch(/No es tu tarea\. Pedila\./);
});

test('a titled failure says what failed and why', () => {
  render(show(<FailureAlert error={gone} title="No se pudo cargar el catálogo" />));
  expect(screen.getByRole('heading').textContent).toBe('No se pudo cargar el catálogo');
  expect(screen.getByRole('alert').textContent).toContain('No se encontró. Puede que ya no exista');
});

test('a failure in one line says its sentence only', () => {
  render(show(<FailureText error={gone} format={(what) => `No se guardó: ${what}.`} />));
  expect(screen.getByRole('alert').textContent).toBe('No se guardó: No se encontró.');
});

test('a notice that disappears with the focus in it moves the focus', () => {
  const page = (isFailed: boolean) =>
    show(
      <>
        <button type="button">Estado</button>
        {isFailed && (
          <FailureNotice
            error={gone}
            onRetry={() => {}}
            moveFocus={() => screen.getByRole('button', { name: 'Estado' }).focus()}
          />
        )}
      </>,
    );
  const { rerender } = render(page(true));
  screen.getByRole('button', { name: 'Reintentar' }).focus();
  rerender(page(false));
  expect(document.activeElement?.textContent).toBe('Estado');
});

test('a conflict without differences offers only what is saved', () => {
  render(show(<ConflictAlert differing={[]} onSaveMine={() => {}} onKeepTheirs={() => {}} />));
  expect(screen.getByRole('alert').textContent).toContain('Quedó igual que lo tuyo.');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Quedarme con lo guardado',
  ]);
});

test.each([FailureAlert, FailurePanel])(
  'technical details that the browser does not let copy say so: %o',
  async (Part) => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    render(show(<Part error={gone} />));
    const button = screen.getByText('Copiar');
    await user.click(button);
    await expect.poll(() => button.dataset.hint).toBe('El navegador no dejó copiar');
  },
);
