import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { replaceGlobals } from './globals.ts';
import { formatTotals } from './totals.ts';
import { runInWorkers } from './workers.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    step: { type: 'string', default: '1' },
    days: { type: 'string', default: '2' },
    agencies: { type: 'string', default: '5' },
    inquiries: { type: 'string', default: '40' },
    faults: { type: 'string', default: '3' },
    settle: { type: 'string', default: '2' },
    readers: { type: 'string', default: '1' },
    added: { type: 'string', default: '0' },
    shares: { type: 'string', default: '' },
    kinds: { type: 'string', default: '' },
    poll: { type: 'string', default: '15' },
    workers: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string' },
    keep: { type: 'string' },
    trace: { type: 'boolean' },
    once: { type: 'boolean' },
    first: { type: 'boolean' },
    drill: { type: 'boolean' },
    patch: { type: 'string', default: '' },
  },
});

if (values.drill) {
  const { runDrill } = await import('./drill.ts');
  process.exit(await runDrill(values.patch, values.seeds ? Number(values.seeds) : undefined));
}
const [from, step] = [Number(values.from), Number(values.step)];
const count = values.seed === undefined ? Number(values.seeds ?? 20) : 1;
const workers = Math.min(Number(values.workers), count);
// A process with a channel to another one is a worker.
if (workers > 1 && !process.send)
  process.exit(
    await runInWorkers(process.argv.slice(2), {
      from,
      seeds: count,
      workers,
      isFirst: values.first ?? false,
    }),
  );
const realNow = performance.now.bind(performance);
replaceGlobals();
const { runSeeds } = await import('./seeds.ts');
const startedAt = realNow();
const { isBroken, ...lived } = await runSeeds({
  size: {
    days: Number(values.days),
    agencies: Number(values.agencies),
    inquiries: Number(values.inquiries),
    faults: Number(values.faults),
    settle: Number(values.settle),
    readers: Number(values.readers),
    added: Number(values.added),
    shares: values.shares,
    kinds: values.kinds,
    poll: Number(values.poll),
  },
  seeds: Array.from({ length: count }, (_, at) => Number(values.seed ?? from + at * step)),
  keep: values.keep?.split(',').filter(Boolean).map(Number),
  isTraced: values.trace ?? false,
  isOnce: values.once ?? false,
  isFirst: values.first ?? false,
});
const { user, system } = process.cpuUsage();
const totals = { ...lived, cpuMs: (user + system) / 1000 };
// An event that never comes to rest would keep this process.
const exit = () => process.exit(isBroken ? 1 : 0);
if (process.send) process.send(totals, exit);
else process.stdout.write(formatTotals(totals, realNow() - startedAt), exit);
