import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { LightMyRequestResponse } from 'fastify';
import type { ServiceConfig } from '#service/config.ts';
import { openApiDocument } from '#service/openapi/document.ts';

interface Response {
  headers?: Record<string, object>;
  content?: Record<string, object>;
}
type Operations = Record<string, { responses: Record<string, Response> }>;

/**
 * Holds answers against the OpenAPI document: a status, a content type, a header or a body that it does not describe is
 * an error. What the document says in prose alone (405, unknown paths) is left to the tests.
 */
export function describedBy({ vendor, prefix, publicUrl }: Names): Judge {
  const names = JSON.stringify([vendor, prefix, publicUrl]);
  const judge = judges.get(names) ?? judgeOf({ vendor, prefix, publicUrl });
  judges.set(names, judge);
  return judge;
}

type Names = Pick<ServiceConfig, 'vendor' | 'prefix' | 'publicUrl'>;
type Judge = (method: string, url: string, reply: Answer) => void;
type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>;

const judges = new Map<string, Judge>();

function judgeOf(config: Names): Judge {
  const document = openApiDocument(config);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const paths = Object.entries(document.paths as Record<string, Operations>)
    // A literal segment wins over a parameter.
    .toSorted(([a], [b]) => (a.includes('{') ? 1 : 0) - (b.includes('{') ? 1 : 0))
    .map(([path, operations]) => ({
      path,
      operations,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
    }));

  return (method, url, reply) => {
    const [address = ''] = url.split('?');
    const found = paths.find(({ pattern }) => pattern.test(address));
    const operation = found?.operations[method.toLowerCase()];
    if (!found || !operation) return;
    const what = `${method} ${found.path} ${reply.statusCode}`;
    const response = operation.responses[reply.statusCode];
    if (!response) throw new Error(`${what} is not described`);
    for (const header of Object.keys(response.headers ?? {}))
      if (reply.headers[header.toLowerCase()] === undefined) throw new Error(`${what} has no ${header}`);
    const type = (reply.headers['content-type'] ?? '').split(';')[0] ?? '';
    if (!response.content) {
      if (reply.body !== '') throw new Error(`${what} has a body`);
      return;
    }
    if (!response.content[type]) throw new Error(`${what} is of the type ${type}`);
    const pointer = [
      'paths',
      found.path,
      method.toLowerCase(),
      'responses',
      reply.statusCode,
      'content',
      type,
      'schema',
    ]
      .map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = ajv.getSchema(`openapi#/${pointer}`);
    if (!validate) throw new Error(`${what} has no schema`);
    if (!validate(JSON.parse(reply.body)))
      throw new Error(`${what}: ${ajv.errorsText(validate.errors)}\n${reply.body}`);
  };
}
