import { parseArgs } from 'node:util';
import { replaceGlobals } from './globals.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    days: { type: 'string', default: '2' },
    agencies: { type: 'string', default: '5' },
    inquiries: { type: 'string', default: '40' },
    faults: { type: 'string', default: '3' },
    settle: { type: 'string', default: '2' },
    readers: { type: 'string', default: '1' },
    added: { type: 'string', default: '0' },
    shares: { type: 'string', default: '' },
    kinds: { type: 'string', default: '' },
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
const realNow = performance.now.bind(performance);
replaceGlobals();
const { runSeeds } = await import('./seeds.ts');
const code = await runSeeds({
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
  },
  seeds: values.seed
    ? [Number(values.seed)]
    : Array.from({ length: Number(values.seeds ?? 20) }, (_, at) => Number(values.from) + at),
  keep: values.keep?.split(',').filter(Boolean).map(Number),
  isTraced: values.trace ?? false,
  isOnce: values.once ?? false,
  isFirst: values.first ?? false,
  realNow,
});
// An event that never comes to rest would keep this process.
process.exit(code);
