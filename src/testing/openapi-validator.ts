import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { LightMyRequestResponse } from 'fastify';
import type { ServiceConfig } from '#service/config.ts';
import { createOpenApiDocument } from '#service/openapi/document.ts';

interface Response {
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, object>;
}
type Operations = Record<string, { responses: Record<string, Response> }>;

/**
 * Creates a function that validates replies against the OpenAPI document: status, content type, headers and body. It does
 * not check what the document only describes in prose (405, unknown paths).
 */
export function createOpenApiValidator({ vendor, prefix, publicUrl }: DocumentConfig): ReplyValidator {
  const names = JSON.stringify([vendor, prefix, publicUrl]);
  const validator = validators.get(names) ?? compileValidator({ vendor, prefix, publicUrl });
  validators.set(names, validator);
  return validator;
}

type DocumentConfig = Pick<ServiceConfig, 'vendor' | 'prefix' | 'publicUrl'>;
type ReplyValidator = (method: string, url: string, reply: Reply) => void;
type Reply = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>;

const validators = new Map<string, ReplyValidator>();

const compileValidator = (config: DocumentConfig) => createReplyValidator(createOpenApiDocument(config));

/** Creates a function that validates replies against any OpenAPI document. */
export function createReplyValidator(document: { paths?: unknown }): ReplyValidator {
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
    const [pathname = ''] = url.split('?');
    const pathItem = paths.find(({ pattern }) => pattern.test(pathname));
    const operation = pathItem?.operations[method.toLowerCase()];
    if (!pathItem || !operation) return;
    const description = `${method} ${pathItem.path} ${reply.statusCode}`;
    const response = operation.responses[reply.statusCode];
    if (!response) throw new Error(`${description} is not described`);
    for (const [header, { required = true }] of Object.entries(response.headers ?? {}))
      if (required && reply.headers[header.toLowerCase()] === undefined)
        throw new Error(`${description} has no ${header}`);
    const type = (reply.headers['content-type'] ?? '').split(';')[0] ?? '';
    if (!response.content) {
      if (reply.body !== '') throw new Error(`${description} has a body`);
      return;
    }
    if (!response.content[type]) throw new Error(`${description} is of the type ${type}`);
    const pointer = [
      'paths',
      pathItem.path,
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
    if (!validate) throw new Error(`${description} has no schema`);
    if (!validate(JSON.parse(reply.body)))
      throw new Error(`${description}: ${ajv.errorsText(validate.errors)}\n${reply.body}`);
  };
}
