import { statSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Tells a database from its copies: on PostgreSQL by cluster and database, so that replicas and a restart elsewhere keep
 * it; an embedded one by its file's inode and time of birth. A copy of a whole disk, or of a whole cluster, has the same.
 */
export async function fetchDatabaseIdentity<Tables>({
  db,
  engine,
}: Pick<Database<Tables>, 'db' | 'engine'>): Promise<string> {
  if (engine === 'postgres') {
    const { rows } = await sql<{ oid: string; isAllowed: boolean }>`
      select oid::text, has_function_privilege('pg_control_system()', 'execute') as "isAllowed"
      from pg_database where datname = current_database()`.execute(db);
    const [{ oid, isAllowed } = { oid: '', isAllowed: false }] = rows;
    // Some providers keep the identity of the cluster to themselves.
    if (!isAllowed) return oid;
    const { rows: clusters } = await sql<{ cluster: string }>`
      select system_identifier::text as cluster from pg_control_system()`.execute(db);
    return `${clusters[0]?.cluster}/${oid}`;
  }
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const file = rows[0]?.file;
  if (!file) return 'memory';
  const { ino, birthtimeNs, ctimeNs } = statSync(file, { bigint: true });
  // File systems without birth times report 0, or the time of the last change.
  const hasBirthtime = birthtimeNs > 0n && birthtimeNs < ctimeNs;
  return hasBirthtime ? `${ino}@${birthtimeNs}` : String(ino);
}
