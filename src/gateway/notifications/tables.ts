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
  /** One row: when the newest alarm of missed messages was raised, and when its incident was last seen; null: never. */
  missed_alarm: { raised_at: number | null; last_missed_at: number | null };
  /** People who switched the alarm about messages off. */
  webhook_alarm_mute: { person_id: string };
}
