import type { TOKEN_KINDS } from '#contract/desk/api-tokens.ts';
import type { Role } from '#contract/desk/sessions.ts';

export interface ApiTokenTables {
  /** Times are milliseconds since 1970. */
  api_token: {
    id: string;
    token_hash: string;
    kind: (typeof TOKEN_KINDS)[number];
    name: string;
    /** JSON array of scopes. */
    scopes: string;
    /** Role of a token of the installation; null: the owner's. */
    role: Role | null;
    /** JSON array of agency keys; null: all that the role has. */
    agencies: string | null;
    /** Its creator, who owns a personal token. */
    person_id: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
    revoked_at: number | null;
  };
}
