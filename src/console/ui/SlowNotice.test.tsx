import { onlineManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPart } from '#testing/render-console.tsx';
import { SlowNotice } from './SlowNotice.tsx';

afterEach(() => onlineManager.setOnline(true));

test('a page that loads without a connection says so at once', async () => {
  const { screen } = await renderPart(<SlowNotice />);
  const notice = screen.getByRole('status');
  expect(notice.textContent).toBe('');
  act(() => onlineManager.setOnline(false));
  expect(notice.textContent).toBe('Sin conexión a internet. Seguimos intentando.');
});
