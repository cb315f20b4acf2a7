import type { PersonRef } from './timeline-reducer.ts';

export interface MentionQuery {
  start: number;
  name: string;
}

export function findMentionQuery(text: string, caret: number): MentionQuery | undefined {
  const name = /(?:^|\s)@([\p{L}\p{M}\p{N}'’.-]{0,40})$/u.exec(text.slice(0, caret))?.[1];
  return name === undefined ? undefined : { start: caret - name.length - 1, name };
}

export function insertMention(text: string, query: MentionQuery, { name }: PersonRef) {
  const before = `${text.slice(0, query.start)}@${name} `;
  return { text: before + text.slice(query.start + 1 + query.name.length), caret: before.length };
}

export function findMentioned(text: string, chosen: readonly PersonRef[]): PersonRef[] {
  const people = new Map(chosen.map((person) => [person.id, person]));
  return [...people.values()].filter(({ name }) => text.includes(`@${name}`));
}

/** Splits a text into mentions of these names and what is between them. */
export function splitMentions(
  text: string,
  names: readonly string[],
): { part: string; start: number; isMention: boolean }[] {
  const alternatives = names
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  const mention = new RegExp(String.raw`(@(?:${alternatives.join('|')})(?![\p{L}\p{N}]))`, 'u');
  let end = 0;
  return text.split(mention).map((part, at) => {
    const start = end;
    end += part.length;
    return { part, start, isMention: at % 2 === 1 };
  });
}

export function parseChosen(draft: string): PersonRef[] {
  try {
    return JSON.parse(draft || '[]') as PersonRef[];
  } catch {
    return [];
  }
}
