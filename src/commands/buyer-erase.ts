import { eraseBuyerByCommand, findBuyerByCommand } from '#gateway/erasure/commands.ts';
import { countUnreachableNotes, findHeldInquiries, getBuyerName } from '#gateway/erasure/held-inquiries.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { BUYER_OPTIONS, parseBuyerOptions } from './buyer-options.ts';
import { readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run buyer:erase -- [--phone P] [--mail M] [--document D] [--reference R] [--yes]

Erases what has the phone, the mail or the document: any one of them suffices. Without --yes it shows what would be erased, with
names.`;

async function main(): Promise<void> {
  const { yes, ...options } = readOptions({ ...BUYER_OPTIONS, yes: { type: 'boolean' } });
  const request = parseBuyerOptions(options);
  await using database = await openGatewayDatabase(readDatabaseTargets().gateway);
  const { db } = database;
  const stamp = { now: systemClock.now(), random: systemRandom };
  const inquiries = yes
    ? await findHeldInquiries(db, request.keys)
    : (await findBuyerByCommand(db, request, stamp)).inquiries;
  // A phone may be shared: the names show whether another person would be erased too.
  for (const inquiry of inquiries) {
    const { agency_key, sid, at } = inquiry;
    console.log(
      [
        at === null ? 'not in the index      ' : new Date(at).toISOString(),
        agency_key,
        sid,
        ...(yes ? [] : [getBuyerName(inquiry) ?? 'name not known']),
      ].join('  '),
    );
  }
  if (!yes) {
    console.log(`Inquiries that would be erased here: ${inquiries.length}. Say --yes to erase them.`);
    return;
  }
  const erased = await eraseBuyerByCommand(db, request, stamp);
  console.log(
    `Erased here: inquiries ${erased.inquiries}, outside the index ${erased.departed}, notes ${erased.notes}, payloads of webhooks ${erased.payloads}, rows and texts of jobs ${erased.jobRows}, saved searches and texts ${erased.texts}. Deleted files of exports: ${erased.files}.`,
  );
  console.log(
    'Marks hold what was written until now: it is erased again when it comes back. Out of reach: the service, backups, what is downloaded or was sent, and changes in the audit, which end with AUDIT_DAYS.',
  );
  const unreachable = await countUnreachableNotes(db);
  if (unreachable > 0)
    console.log(
      `Inquiries with notes that left the index before keyed hashes of their buyers were kept: ${unreachable}. If one is this buyer's, its notes are erased when it comes back.`,
    );
}

await runCommand(main, USAGE);
