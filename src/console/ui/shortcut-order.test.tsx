import { expect, test } from 'vitest';
import { renderPart } from '#testing/render-console.tsx';
import { runShortcut, useShortcuts } from './keyboard-shortcuts.ts';

test('a shortcut that can act is run, also where a later one with its name says why it cannot', async () => {
  const runs: string[] = [];
  function Shortcuts() {
    useShortcuts('Una', [{ keys: 'c', label: 'Llamar', run: () => runs.push('call') }]);
    useShortcuts('Otra', [
      { keys: 'c', label: 'Llamar', disabledReason: 'Elegí una', run: () => runs.push('none') },
    ]);
    return 'Listo';
  }
  const { screen } = await renderPart(<Shortcuts />);
  await screen.findByText('Listo');
  runShortcut('Llamar');
  expect(runs).toEqual(['call']);
});
