import { type PlannedEvent, type Size, drawPlan } from './plan.ts';
import { runWorld } from './run.ts';
import { createTemplate } from './template.ts';

export interface SeedsOptions {
  size: Size;
  seeds: readonly number[];
  keep?: readonly number[] | undefined;
  isTraced: boolean;
  isOnce: boolean;
  /** Ends at the first seed that breaks a law. */
  isFirst: boolean;
}

/** Runs in which a failing seed's plan is made shorter. */
const MAX_SHRINKING_RUNS = 80;

/** Leaves out what a law is broken without: halves first, then ever smaller pieces. */
async function shrink(
  plan: readonly PlannedEvent[],
  breaks: (shorter: readonly PlannedEvent[]) => Promise<boolean>,
): Promise<readonly PlannedEvent[]> {
  let kept = plan;
  let runs = 0;
  for (let size = Math.ceil(plan.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length && runs < MAX_SHRINKING_RUNS;) {
      const shorter = kept.toSpliced(from, size);
      runs += 1;
      if (await breaks(shorter)) kept = shorter;
      else from += size;
    }
  }
  return kept;
}

/** Runs each seed twice, and prints what breaks. */
export async function runSeeds({
  size,
  seeds,
  keep,
  isTraced,
  isOnce,
  isFirst,
}: SeedsOptions): Promise<{ seeds: number; days: number; isBroken: boolean }> {
  const template = await createTemplate(size.agencies, size.readers);
  let days = 0;
  let lived = 0;
  let failures = 0;
  for (const seed of seeds) {
    const plan = drawPlan(seed, size).filter(({ index }) => !keep || keep.includes(index));
    const onNote = isTraced ? (line: string) => void process.stdout.write(`${line}\n`) : undefined;
    const outcome = await runWorld(seed, { plan, size, template, onNote });
    days += outcome.days;
    lived += 1;
    if (!isOnce) {
      const again = await runWorld(seed, {
        plan,
        size,
        template,
        onNote: isTraced ? (line: string) => void process.stderr.write(`${line}\n`) : undefined,
      });
      days += again.days;
      if (again.hash !== outcome.hash) {
        failures += 1;
        print(`seed ${seed}: the second run was another one: ${outcome.hash} ${again.hash}`);
      }
    }
    for (const { law, what } of outcome.violations) {
      failures += 1;
      print(`seed ${seed} breaks "${law.name}" (${law.sentence}): ${what}`);
    }
    const [violation] = outcome.violations;
    if (violation && !keep && !isOnce) {
      const shortest = await shrink(plan, async (shorter) => {
        const { violations } = await runWorld(seed, { plan: shorter, size, template });
        return violations.some(({ law }) => law.name === violation.law.name);
      });
      for (const { index, at, name } of shortest) print(`  ${index} ${new Date(at).toISOString()} ${name}`);
      print(
        `  npm run world -- --seed ${seed} ${formatSize(size)} --keep=${shortest.map(({ index }) => index).join(',')} --trace`,
      );
    }
    if (isFirst && failures > 0) break;
    print(
      `seed ${seed}: ${outcome.hash} ${outcome.events} events ${outcome.statements} statements ${plan.length} planned`,
    );
  }
  return { seeds: lived, days, isBroken: failures > 0 };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function formatSize(size: Size): string {
  return Object.entries(size)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `--${name} ${String(value).includes(' ') ? `"${value}"` : value}`)
    .join(' ');
}
