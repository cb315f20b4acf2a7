import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BackupError } from '#backup/backup-error.ts';
import { DatabaseInUseError } from '#database/lock-database.ts';
import { DatabaseUnavailableError } from '#database/database-unavailable-error.ts';
import { DatabaseUnusableError } from '#database/database-unusable-error.ts';
import { ConsoleNotBuiltError } from '#gateway/console/routes.ts';
import { InstallationMismatchError } from '#gateway/installation.ts';
import { PersonCommandError } from '#gateway/people/commands.ts';
import { MailTakenError } from '#gateway/people/store.ts';
import { AddressUnusableError, PortInUseError } from '#http/server.ts';
import { ConfigurationError } from '#server/configuration.ts';
import { UnreadableFileError } from '#server/credentials.ts';
import { AppSecretError } from '#service/apps/store.ts';
import { getErrorCode } from '#system/error-code.ts';

/** A command cannot do what it was asked for. */
export class CommandError extends Error {}

/** The options of a command are wrong; the usage is printed below the message. */
export class UsageError extends Error {}

/** Errors with a cause outside the program: only the message is printed, without a stack. */
const EXPECTED_ERRORS = [
  AddressUnusableError,
  AppSecretError,
  BackupError,
  CommandError,
  ConfigurationError,
  ConsoleNotBuiltError,
  DatabaseInUseError,
  DatabaseUnavailableError,
  DatabaseUnusableError,
  InstallationMismatchError,
  MailTakenError,
  PersonCommandError,
  PortInUseError,
  UnreadableFileError,
];

/** Parses the options of the command line. @throws UsageError */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads the one argument of a command, a file. @throws UsageError */
export function readFileArgument(): string {
  const [file, ...others] = process.argv.slice(2);
  if (file === undefined || file.startsWith('-') || others.length > 0) throw new UsageError('give one FILE');
  return file;
}

/** Runs a command. After an expected error it prints the message and sets the exit code to 1. */
export async function runCommand(main: () => Promise<void>, usage?: string): Promise<void> {
  // A program that reads the output, as `head`, may stop early.
  process.stdout.on('error', (error) => {
    if (getErrorCode(error) !== 'EPIPE') throw error;
    process.exit();
  });
  try {
    await main();
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
    else if (error instanceof Error && EXPECTED_ERRORS.some((kind) => error instanceof kind))
      console.error(error.message);
    else throw error;
    process.exitCode = 1;
  }
}
