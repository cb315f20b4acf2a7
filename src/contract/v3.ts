import { Agencia, Agencias, AgenciasRef, AgenciesQuery } from './agencies.ts';
import { Reference } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { AgencyPath, Consulta, Consultas, ConsultasRef, InquiriesQuery, InquiryPath } from './inquiries.ts';

/** Every endpoint of v3, by name (brief 4). A `/v3` path is written nowhere else. */
export const v3 = {
  listAgencies: endpoint({
    method: 'GET',
    path: '/v3/agencias',
    query: AgenciesQuery,
    reply: Agencias,
    ref: AgenciasRef,
    success: 200,
    errors: [400],
  }),
  viewAgency: endpoint({
    method: 'GET',
    path: '/v3/agencias/{adminMail}',
    params: AgencyPath,
    reply: Agencia,
    ref: Reference,
    success: 200,
    errors: [404],
  }),
  listInquiries: endpoint({
    method: 'GET',
    path: '/v3/consultas/{adminMail}',
    params: AgencyPath,
    query: InquiriesQuery,
    reply: Consultas,
    ref: ConsultasRef,
    success: 200,
    errors: [404, 400],
  }),
  viewInquiry: endpoint({
    method: 'GET',
    path: '/v3/consultas/{adminMail}/{sid}',
    params: InquiryPath,
    reply: Consulta,
    ref: Reference,
    success: 200,
    errors: [404, 400],
  }),
} as const;

export type V3Name = keyof typeof v3;
