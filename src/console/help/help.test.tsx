import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { i18n } from '@lingui/core';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ROLES } from '#contract/desk/sessions.ts';
import { HELP_TOPICS, type HelpTopic, isTopicOf } from '#console/help-topics.ts';
import { activateLanguage } from '#console/locales/language.ts';
import { patterns } from '#console/paths.ts';
import { renderPage, renderPart } from '#testing/render-console.tsx';
import { HELP_ANSWERS } from './answers.ts';
import { HelpLink } from './HelpLink.tsx';
import { QUESTIONS } from './questions.ts';
import { SECTIONS } from './HelpPage.tsx';

const topics = Object.keys(HELP_TOPICS) as HelpTopic[];
const MAX_ANSWER_WORDS = 110;

const listTexts = (topic: HelpTopic) => [QUESTIONS[topic], ...HELP_ANSWERS[topic].paragraphs];

it('every answer belongs to one section', () => {
  expect(SECTIONS.flatMap((section) => section.topics)).toEqual(topics);
});

it.each(topics)('the answer to %s is in both languages and short', async (topic) => {
  const [spanish, english] = [await translate(topic, 'es'), await translate(topic, 'en')];
  for (const [at, text] of spanish.entries()) {
    expect(text.length).toBeGreaterThan(10);
    expect(english[at]?.length).toBeGreaterThan(10);
    expect(english[at]).not.toBe(text);
  }
  for (const texts of [spanish, english])
    expect(texts.join(' ').split(/\s+/).length).toBeLessThanOrEqual(MAX_ANSWER_WORDS);
});

async function translate(topic: HelpTopic, language: 'es' | 'en'): Promise<string[]> {
  await activateLanguage(language);
  return listTexts(topic).map((text) => i18n._(text));
}

it('pages that answers lead to exist', () => {
  const known = new Set<string>([...Object.values(patterns), '/inquiries']);
  const targets = Object.values(HELP_ANSWERS).flatMap(({ links = [] }) => links.map(({ to }) => to));
  expect(targets.filter((to) => !known.has(to.replace(/\?.*/, '')))).toEqual([]);
});

it('every answer is linked from the place where its question arises', () => {
  const folder = resolve(import.meta.dirname, '..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
  const links = sources
    .flatMap((text) => text.match(/<HelpLink[^>]*>|\bhelp="[\w-]+"|paths\.help\('[\w-]+'\)/g) ?? [])
    .join('\n');
  expect(topics.filter((topic) => !links.includes(`'${topic}'`) && !links.includes(`"${topic}"`))).toEqual(
    [],
  );
});

describe.each(ROLES)('for a %s', (role) => {
  it('the page has only the answers of the role', async () => {
    await renderPage('/help', { role });
    const articles = await screen.findAllByRole('article');
    expect(articles.map(({ id }) => id)).toEqual(topics.filter((topic) => isTopicOf(topic, role)));
    const contents = within(screen.getByRole('navigation', { name: 'Preguntas' }));
    expect(contents.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      articles.map(({ id }) => `/help#${id}`),
    );
  });

  it('a help link leads to an answer of the role, and is hidden from other roles', async () => {
    await renderPart(
      topics.map((topic) => <HelpLink key={topic} topic={topic} />),
      { role },
    );
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      topics.filter((topic) => isTopicOf(topic, role)).map((topic) => `/help#${topic}`),
    );
  });
});

it('an address with an anchor focuses its answer, and a link of the contents focuses another', async () => {
  const { user } = await renderPage('/help#snooze', { role: 'seller' });
  const answer = await screen.findByRole('article', { name: '¿Qué pasa cuando termina una posposición?' });
  expect(document.activeElement).toBe(answer);
  const contents = within(screen.getByRole('navigation', { name: 'Preguntas' }));
  await user.click(contents.getByRole('link', { name: '¿Qué cuenta el reloj de respuesta?' }));
  expect(document.activeElement).toBe(
    screen.getByRole('article', { name: '¿Qué cuenta el reloj de respuesta?' }),
  );
});

it('an anchor that is unknown or of another role focuses the title', async () => {
  await renderPage('/help#suspension', { role: 'seller' });
  expect(await screen.findByRole('heading', { name: 'Ayuda' })).toBeTruthy();
  expect(document.activeElement?.id).not.toBe('suspension');
});
