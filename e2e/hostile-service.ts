import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type * as z from 'zod/mini';
import { pathParams } from '#contract/endpoint.ts';
import { PROBLEM_TYPE, ValidationProblem } from '#contract/problem.ts';
import { v3 } from '#contract/v3.ts';
import { ALL, hostile } from './hostile-text.ts';

// A deployment of the service whose every text is hostile: replies are made from the contract, so that a member that is
// added to it is among them. What is asked for by its number answers the payload of that number in every field.

type Schema = z.core.$ZodType;
type Text = (field: string, index: number, path: string) => string;

export interface HostileService {
  url: string;
  /** `refuses`: every answer is a problem, as hostile as the data. */
  mode: 'answers' | 'refuses';
  /** The fields that hostile texts were put into. */
  fields: Set<string>;
  writes: string[];
  close(): Promise<void>;
}

const two = (index: number) => String(index).padStart(2, '0');
/** Addresses by number. */
export const mailOf = (index: number) => `agencia${two(index)}@hostil.example`;
export const sidAt = (index: number) => `01JC00000000000000000000${two(index)}`;
export const topicOf = (index: number) => `tema-${two(index)}`;

/** These say when: half of them are left as they should be, for pages reckon with them. */
const MOMENTS = /^(?:Momento|Fecha\w+|Desde|Hasta)$/;

const rows = Object.values(v3)
  .map((row) => ({ row, match: matcherOf(row.path) }))
  .toSorted((a, b) => pathParams(a.row.path).length - pathParams(b.row.path).length);

/** `text` is what a field of an entry, by its number, says at an address. */
export async function startHostileService(text: Text = hostile): Promise<HostileService> {
  const service: HostileService = {
    url: '',
    mode: 'answers',
    fields: new Set(),
    writes: [],
    close: () => close(server),
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service.invalid');
    if (request.method !== 'GET') service.writes.push(`${request.method} ${pathname}`);
    const row = rows.find(
      ({ row: { method }, match }) => method === request.method && match.test(pathname),
    )?.row;
    const make = new Reply(service.fields, text, pathname);
    const [status, type, body] =
      service.mode === 'refuses' || !row
        ? ([400, PROBLEM_TYPE, { ...make.object(ValidationProblem, 'Problem', ALL), Status: 400 }] as const)
        : ([
            row.success,
            'application/json',
            make.whole(row.reply, Number(searchParams.get('pagina') ?? 1)),
          ] as const);
    response.writeHead(status, { 'content-type': type }).end(body && JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

function matcherOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`, 'i');
}

/** One reply to one address. */
class Reply {
  private readonly fields: Set<string>;
  private readonly written: Text;
  private readonly path: string;

  constructor(fields: Set<string>, written: Text, path: string) {
    this.fields = fields;
    this.written = written;
    this.path = path;
  }

  whole(schema: Schema | undefined, page: number): object | undefined {
    if (!schema) return undefined;
    const { shape } = (schema as z.ZodMiniObject)._zod.def;
    const model = this.path.split('/')[2] ?? 'v3';
    const entries = shape._entries as z.ZodMiniArray | undefined;
    if (!entries)
      return this.object(schema, this.path.endsWith('/productos') ? 'productos' : model, numberIn(this.path));
    const all = Array.from({ length: ALL + 1 }, (_, index) => ({
      ...this.object(entries._zod.def.element, model, index),
      // Every seventh entry also has a hostile address.
      ...(index % 7 !== 3 && { _links: this.links(model, index, `${this.path}/${idOf(model, index)}`) }),
    }));
    const paged = 'PerPagina' in shape;
    return {
      ...this.object(schema, `${model}-list`, ALL),
      ...(paged && { Pagina: page, Total: all.length, PerPagina: 25 }),
      _entries: paged ? all.slice(25 * (page - 1), 25 * page) : all,
    };
  }

  object(schema: Schema, field: string, index: number): object {
    const { shape } = (schema as z.ZodMiniObject)._zod.def;
    const members = Object.entries(shape).filter(([name]) => name !== '_entries');
    return {
      ...Object.fromEntries(members.map(([name, member]) => [name, this.value(member, field, name, index)])),
      // One field is unknown to the contract.
      [this.written('name', index, this.path)]: this.text(`${field}.unknown`, index),
    };
  }

  private value(schema: Schema, parent: string, name: string, index: number): unknown {
    const field = `${parent}.${name}`;
    const { def } = (schema as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case 'nullable':
      case 'optional':
        return this.value(def.innerType, parent, name, index);
      case 'object':
        return this.object(schema, field, index);
      case 'array':
        return [0, 1, 2].map(() => this.value(def.element, parent, name, index));
      case 'record':
        if (name === '_links') return this.links(parent, index, this.path);
        return { [this.written('name', index, this.path)]: this.value(def.valueType, parent, name, index) };
      case 'number':
        return 7;
      case 'boolean':
        return true;
      case 'string':
        return MOMENTS.test(name) && index % 2 === 0 ? '2026-11-10T10:00:00-03:00' : this.text(field, index);
      default:
        return this.text(field, index);
    }
  }

  private links(parent: string, index: number, self: string): object {
    const href = this.text(`${parent}._links`, index);
    return {
      self: { href: self, title: href },
      [this.written('name', index, this.path)]: { href, method: href },
    };
  }

  private text(field: string, index: number): string {
    this.fields.add(field);
    return this.written(field, index, this.path);
  }
}

function idOf(model: string, index: number): string {
  if (model === 'agencias') return mailOf(index);
  if (model === 'consultas') return sidAt(index);
  return model === 'appnotificaciones' ? topicOf(index) : String(index);
}

function numberIn(path: string): number {
  const digits = /(\d{1,2})(?:@[^/]*)?(?:\/productos)?$/.exec(path)?.[1];
  return digits === undefined ? ALL : Number(digits);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
