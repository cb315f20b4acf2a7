import type { Migration } from 'kysely/migration';
import { createRowTrigger } from '#database/create-row-trigger.ts';

/** Marks the days of inquiries whose kind of listing or condition changes, since figures count them. */
export const figuresOfKinds: Migration = {
  up: (db) =>
    createRowTrigger(db, {
      name: 'overview_inquiry_kind_update',
      on: 'after update of listing_type, condition on inquiry',
      when: 'old.listing_type is distinct from new.listing_type or old.condition is distinct from new.condition',
      // Instants from 2000 to 2099, as in the triggers of the baseline.
      body: `insert into overview_stale (agency_key, quarter)
        select new.agency_key, cast(new.at / 900000 as bigint)
        where new.at >= 946684800000 and new.at < 4102444800000;`,
    }),
};
