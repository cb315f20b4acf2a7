import { type TableSource, parseTable } from './parse-table.ts';
import { TableProblem, type TableProblemCode } from './table-problem.ts';

export type TableReply = { rows: string[][] } | { problem: TableProblemCode };

addEventListener('message', ({ data }: MessageEvent<TableSource>) => void reply(data));

async function reply(source: TableSource): Promise<void> {
  postMessage(await replyToSource(source));
}

async function replyToSource(source: TableSource): Promise<TableReply> {
  try {
    return { rows: await parseTable(source) };
  } catch (error) {
    return { problem: error instanceof TableProblem ? error.code : 'damaged' };
  }
}
