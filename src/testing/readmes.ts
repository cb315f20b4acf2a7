import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export interface Readme {
  /** Path below the project's root. */
  path: string;
  folder: string;
  text: string;
  /** The text without its blocks of code. */
  prose: string;
}

/** Every README of the project. */
export const readmes: readonly Readme[] = ['README.md', ...findReadmes('src'), ...findReadmes('e2e')].map(
  (path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, folder: dirname(path), text, prose: text.replaceAll(/^```[\s\S]*?^```$/gm, '') };
  },
);

function findReadmes(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)README\.md$/.test(path))
    .map((path) => join(folder, path))
    .toSorted();
}

/** @throws Error if there is none at the path */
export function getReadme(path: string): Readme {
  const readme = readmes.find((candidate) => candidate.path === path);
  if (!readme) throw new Error(`${path} does not exist`);
  return readme;
}

/** The text below a heading, up to the next one of its level. */
export function getSection({ text }: Readme, title: string): string {
  const [, level = '', section = ''] =
    new RegExp(String.raw`^(#+) ${title}\n([\s\S]*?)(?=^\1 |(?![\s\S]))`, 'm').exec(text) ?? [];
  if (level === '') throw new Error(`There is no heading ${title}`);
  return section;
}

export interface CodeBlock {
  /** Such as `sh run`; empty: none. */
  info: string;
  code: string;
}

export function listCodeBlocks({ text }: Readme): CodeBlock[] {
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info = '', code = '']) => ({
    info,
    code,
  }));
}

/** Rows of all tables, without headings and separators. */
export function listTableRows(markdown: string): string[][] {
  return [...markdown.matchAll(/^\|.*\|\n\|[-| :]+\|\n((?:\|.*\|\n?)*)/gm)].flatMap(([, rows = '']) =>
    rows
      .trim()
      .split('\n')
      .map((row) =>
        row
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      ),
  );
}

/** Inline code is one word. */
export function countWords(markdown: string): number {
  return markdown
    .replaceAll(/`[^`]*`/g, 'code')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

export function listCodeSpans(markdown: string): string[] {
  return [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}
