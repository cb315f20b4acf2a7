import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Negotiator from 'negotiator';
import type { IncomingMessage } from 'node:http';
import { PagesAhead } from '#contract/desk/pages-ahead.ts';

/** The links that have a page's files come together with the console's own code, for the head of the page. */
type LinksAhead = (request: IncomingMessage, path: string) => string;

/** Reads what the build wrote about its pages. @throws Error when there is no build, or one of another version */
export function readPagesAhead(consoleDir: string): LinksAhead {
  const { pages, texts } = PagesAhead.parse(
    JSON.parse(readFileSync(join(consoleDir, 'ahead/pages.json'), 'utf8')),
  );
  const known = pages.map(({ pattern, files }) => ({
    matches: new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`),
    files,
  }));
  return (request, path) => {
    const page = known.find(({ matches }) => matches.test(path));
    if (!page) return '';
    // Which language the person chose is the browser's to know; that of its requests is the best guess.
    const language = new Negotiator(request).language(['es', 'en']) === 'en' ? 'en' : 'es';
    return [...page.files, ...texts[language]].map(linkTo).join('');
  };
}

function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;
}
