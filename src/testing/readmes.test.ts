import { expect, it } from 'vitest';
import { type Readme, countWords, getSection, listCodeBlocks, listTableRows } from './readmes.ts';

const text = `# Title

## First

| name | meaning |
|---|---|
| \`a\` | one, two |

### Part

- an item

## Second

\`\`\`sh run
# a comment
echo 1
\`\`\`
`;
const readme: Readme = { path: 'README.md', folder: '.', text, prose: text };

it('a section ends with the next heading of its level', () => {
  expect(getSection(readme, 'First')).toContain('an item');
  expect(getSection(readme, 'First')).not.toContain('echo');
  expect(getSection(readme, 'Second')).toContain('echo');
});

it('a section without a heading is refused', () => {
  expect(() => getSection(readme, 'Third')).toThrow('There is no heading Third');
});

it('rows of a table have their cells, without its heading', () => {
  expect(listTableRows(text)).toEqual([['`a`', 'one, two']]);
});

it('a block of code has its marking', () => {
  expect(listCodeBlocks(readme)).toEqual([{ info: 'sh run', code: '# a comment\necho 1\n' }]);
});

it('inline code counts as one word, and signs as none', () => {
  expect(countWords('Run `npm run check -- --fix` – then *commit*.')).toBe(4);
});
