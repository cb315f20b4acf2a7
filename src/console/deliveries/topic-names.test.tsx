import { expect, test } from 'vitest';
import { renderPart } from '#testing/render-console.tsx';
import { useTopicName } from './topic-names.ts';

test.each([
  ['Consulta-Recibida', 'Consultas nuevas'],
  ['constructor', 'constructor'],
])('the topic %s is named %s', async (topic, name) => {
  const Name = () => useTopicName()(topic);
  const { screen } = await renderPart(<Name />);
  expect(await screen.findByText(name)).toBeTruthy();
});
