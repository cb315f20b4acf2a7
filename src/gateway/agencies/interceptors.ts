import * as z from 'zod/mini';
import { AgenciaEdit } from '#contract/agencies.ts';
import type { AuditChange, AuditField } from '#contract/desk/audit.ts';
import { parseJsonBody } from '#gateway/forward/json-body.ts';
import type { Interceptor } from '#gateway/forward/interceptor.ts';
import { mailKey } from '#gateway/people/store.ts';

/** Their values are recorded: they reach nobody. */
const NAMED_FIELDS: ReadonlySet<string> = new Set<AuditField>(['Nombre', 'RazonSocial', 'Region', 'Ciudad']);

/** Records the members that an edit sets. Of their values before, the gateway knows the name. */
export const auditAgencyInterceptor: Interceptor = {
  async after({ db }, { params: { adminMail = '' }, body, audit }) {
    const { data = {} } = z.safeParse(AgenciaEdit, parseJsonBody(body));
    const agency = await db
      .selectFrom('indexed_agency')
      .select('name')
      .where('agency_key', '=', mailKey(adminMail))
      .executeTakeFirst();
    const fields = Object.entries(data) as [keyof AgenciaEdit, string | null][];
    audit.changes = fields.map(([field, to]): AuditChange => {
      if (!NAMED_FIELDS.has(field)) return { field };
      return field === 'Nombre' && agency ? { field, from: agency.name, to } : { field, to };
    });
  },
};
