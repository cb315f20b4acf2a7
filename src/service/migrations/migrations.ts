import type { Migrations } from '#database/migrate.ts';
import { agenciesAndInquiries } from './0001-agencies-and-inquiries.ts';

export const migrations: Migrations = {
  '0001-agencies-and-inquiries': agenciesAndInquiries,
};
