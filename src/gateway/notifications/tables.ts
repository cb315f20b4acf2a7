import type { LANGUAGES } from '#contract/desk/notifications.ts';

export type Language = (typeof LANGUAGES)[number];

export interface NotificationTables {
  digest: {
    person_id: string;
    enabled: 0 | 1;
    /** Hour in the service's time zone. */
    hour: number;
    language: Language;
    /** Day in the service's time zone; setting it claims the digest of that day. */
    last_sent_day: string | null;
  };
  late_alarm: {
    agency_key: string;
    /** JSON of `LateAlarm`. */
    alarm: string;
    /** null: off. Inquiries that were late before are not reported. */
    enabled_at: number | null;
    version: number;
  };
  /** Inquiries that were reported; each one once. */
  late_alarm_notice: { agency_key: string; sid: string; at: number };
}
