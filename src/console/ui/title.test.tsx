import { expect, test } from 'vitest';
import { useState } from 'react';
import { renderPart } from '#testing/render-console.tsx';
import { useTitle } from './title.ts';

function Panel({ isOpen }: { isOpen: boolean }) {
  useTitle(isOpen ? 'Ana Paz' : undefined, 'Consultas');
  return null;
}

function List() {
  const [isOpen, setIsOpen] = useState(false);
  useTitle(isOpen ? undefined : 'Consultas');
  return (
    <button type="button" onClick={() => setIsOpen(!isOpen)}>
      <Panel isOpen={isOpen} />
      Abrir o cerrar
    </button>
  );
}

test('a part without a title leaves the title of another part', async () => {
  const { screen, user } = await renderPart(<List />);
  const button = await screen.findByRole('button', { name: 'Abrir o cerrar' });
  for (const title of [
    'Ana Paz – Consultas – Vitrina',
    'Consultas – Vitrina',
    'Ana Paz – Consultas – Vitrina',
  ]) {
    await user.click(button);
    expect(document.title).toBe(title);
  }
});
