import type { Migrations } from '#database/migrate.ts';
import { peopleAndSessions } from './0001-people-and-sessions.ts';

export const migrations: Migrations = { '0001-people-and-sessions': peopleAndSessions };
