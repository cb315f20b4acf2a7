import type { Kysely } from 'kysely';
import type { DatabaseTarget, Engine } from '#database/database.ts';
import type { Migrations } from '#database/run-migrations.ts';
import type { ProgramName } from './manifest.ts';

/** A program whose database is backed up. */
export interface BackupProgram {
  name: ProgramName;
  target: DatabaseTarget;
  migrations: Migrations;
  /** Ends what must not go on in a restored database, before it is migrated. */
  prepareRestored?(db: Kysely<unknown>): Promise<void>;
  /** Creates the tables of this version, or brings them up to date. */
  migrate(target: DatabaseTarget): Promise<void>;
  /**
   * Erases in a restored database what was erased in the one that was there before, so that a restore undoes no erasure.
   * @returns the number of inquiries
   */
  repeatErasures?(restored: DatabaseTarget, previous: DatabaseTarget): Promise<number>;
  /** Fills tables whose rows cannot be copied to another engine, from those that were. */
  fillDerivedTables?(target: DatabaseTarget): Promise<void>;
  /** Opens a restored database, brings it up to date and says what in it contradicts itself. */
  findContradictions(target: DatabaseTarget): Promise<string[]>;
}

export const getEngine = ({ target: { url } }: Pick<BackupProgram, 'target'>): Engine =>
  url === undefined ? 'sqlite' : 'postgres';
