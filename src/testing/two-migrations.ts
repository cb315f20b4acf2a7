import type { Migrations } from '#database/run-migrations.ts';

export interface Tables {
  note: { text: string };
}

export const firstMigration: Migrations = {
  '0001-note': { up: (db) => db.schema.createTable('note').addColumn('text', 'text').execute() },
};

export const secondMigration: Migrations = {
  ...firstMigration,
  '0002-more': {
    up: async (db) => {
      await db.schema.alterTable('note').addColumn('at', 'integer').execute();
      await db.schema.createTable('more').addColumn('text', 'text').execute();
    },
  },
};
