import * as z from 'zod/mini';
import { type Balance, type BalanceDay, MAX_BALANCE_DAYS, countUnexplained } from '#contract/desk/balance.ts';
import { AdminMail } from '#contract/values.ts';
import { fetchBalanceReport } from '#gateway/balance/report.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readGatewayConfiguration } from '#server/configuration.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { UsageError, readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run balance -- [--since 30d] [--agency ADMINMAIL]

Compares what the service says it has with the inbox, and says by which way inquiries came. Of an agency that differs it
asks the service which days do. Ends with 1 when something is unexplained.`;

const BalanceArguments = z.object({
  since: z._default(z.string().check(z.regex(/^\d{1,2}d$/)), '30d'),
  agency: z.optional(AdminMail),
});

function readBalanceOptions(): { days: number; agency: string | undefined } {
  const text = { type: 'string' } as const;
  const { data } = BalanceArguments.safeParse(readOptions({ since: text, agency: text }));
  const days = Number.parseInt(data?.since ?? '', 10);
  if (!data || !(days >= 1 && days <= MAX_BALANCE_DAYS))
    throw new UsageError(
      `give --since as a number of days, 1d to ${MAX_BALANCE_DAYS}d, and --agency as an AdminMail`,
    );
  return { days, agency: data.agency };
}

const formatCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || '0';

const formatSeconds = (ms: number | null) => (ms === null ? '-' : `${Math.floor(ms / 1000)} s`);

function printDay({ day, inbox, ways, missed, medianMs, worstMs, erased }: BalanceDay): void {
  const late = `median ${formatSeconds(medianMs)}, worst ${formatSeconds(worstMs)}`;
  console.log(
    `${day}  ${inbox} (${formatCounts(ways)})  missed: ${formatCounts(missed)}  ${late}  erased: ${erased}`,
  );
}

function printSummary({ summary }: Balance): void {
  const { made, inbox, missing, erased, compared, uncompared, readAt } = summary;
  const explained = formatCounts({ erased, 'gone at the service': missing });
  console.log(
    `${made} made, ${inbox} in the inbox, ${countUnexplained(summary)} unexplained; explained: ${explained}. ` +
      `${compared} agencies compared, ${uncompared} not, ` +
      `the oldest ${readAt === null ? 'never' : new Date(readAt).toISOString()}.`,
  );
}

async function main(): Promise<void> {
  const { days, agency } = readBalanceOptions();
  const { gateway } = readGatewayConfiguration();
  await using database = await openGatewayDatabase(gateway.database);
  const { balance, differing } = await fetchBalanceReport(
    database.db,
    gateway,
    { dayCount: days, agency },
    { clock: systemClock, random: systemRandom },
  );
  for (const day of balance.days.toReversed()) printDay(day);
  printSummary(balance);
  for (const { adminMail, absent, surplus, days: differingDays } of differing) {
    console.log(`${adminMail}: ${absent} not in the inbox, ${surplus} only there`);
    if (!differingDays) console.log('  The service did not say which days differ.');
    for (const { from, to, made, inbox } of differingDays ?? [])
      console.log(`  ${from === to ? from : `${from} to ${to}`}: ${made} made, ${inbox} in the inbox`);
  }
  if (differing.length > 0) process.exitCode = 1;
}

await runCommand(main, USAGE);
