import { parseSync } from 'vite';

// Small faults as people make them, written into TypeScript source. Types, imports and texts for people stay as they are.

/** One replacement in a source file. */
export interface Mutant {
  /** Offsets of the replaced text. */
  start: number;
  end: number;
  text: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

const SWAPPED = new Map(
  [
    ['<', '<='],
    ['>', '>='],
    ['===', '!=='],
    ['==', '!='],
    ['&&', '||'],
    ['+', '-'],
    ['*', '/'],
    ['++', '--'],
    ['+=', '-='],
    ['&', '|'],
    ['and', 'or'],
    ['=', '!='],
    ['in', 'not in'],
    ['some', 'every'],
    ['min', 'max'],
    ['floor', 'ceil'],
    ['startsWith', 'endsWith'],
    ['toLowerCase', 'toUpperCase'],
    ['minLength', 'maxLength'],
    ['gte', 'gt'],
    ['lte', 'lt'],
  ].flatMap(([a = '', b = '']) => [
    [a, b],
    [b, a],
  ]),
).set('??', '&&');

/** Methods without which a value is left as it was. */
const DROPPED_CALLS = new Set('filter trim slice toSorted toReversed replaceAll replace flat'.split(' '));
/** Types whose expression counts although the type does not. */
const TYPED_EXPRESSIONS = /^TS(?:As|Satisfies|NonNull|Instantiation)/;
const SQL_OPERATORS = /(?<=\s)(?:<=|>=|<|>|=|and|or|not )(?=\s|\(|[\da-z_.]|$)/g;
const REGEX_PARTS = /(?<!\\)(?:\^|\$|[+*?]|\{\d+(?:,\d*)?\}|\[\^)/g;

/** All mutants of a source text, in its order. */
export function listMutants(source: string): Mutant[] {
  const mutants: Mutant[] = [];
  const add = (start: number, end: number, ...texts: string[]) =>
    mutants.push(...texts.map((text) => ({ start, end, text })));
  const { program, errors } = parseSync('source.ts', source);
  if (errors[0]) throw new Error(errors[0].message);
  visit(program as unknown as Node);
  return mutants.filter(({ start, end, text }) => source.slice(start, end) !== text);

  function visit(node: Node, parent?: Node, key?: string): void {
    if (/^Import|^ExportAll/.test(node.type)) return;
    if (node.type.startsWith('TS') && !TYPED_EXPRESSIONS.test(node.type)) return;
    if (key === 'key' && node.type !== 'PrivateIdentifier') return;
    if (!isText(node, parent, key)) mutate(node, parent, key);
    for (const [member, value] of Object.entries(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, node, member);
  }

  /** Texts for people, keys of a tagged enumeration of names, and modules. */
  function isText(node: Node, parent?: Node, key?: string): boolean {
    if (node.type !== 'Literal' && node.type !== 'TemplateLiteral') return false;
    if (parent?.type === 'Property' && /^(?:error|message)$/.test(textOf(parent.key as Node))) return true;
    if (parent?.type === 'ExpressionStatement' || /^(?:Import|Export)/.test(parent?.type ?? '')) return true;
    if (parent?.type === 'NewExpression' || textOf((parent?.callee as Node) ?? node) === 'super') return true;
    const isMessage = /^z\.(?:regex|refine)$/.test(parent?.callee ? textOf(parent.callee as Node) : '');
    return isMessage && key === 'arguments' && !node.regex && parent?.type === 'CallExpression';
  }

  function mutate(node: Node, parent?: Node, key?: string): void {
    const { start, end } = node;
    const child = (name: string) => node[name] as Node;
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression':
      case 'AssignmentExpression': {
        const swapped = SWAPPED.get(String(node.operator));
        const at = source.indexOf(String(node.operator), child('left').end);
        if (swapped && node.operator !== '=' && node.operator !== 'in')
          add(at, at + String(node.operator).length, swapped);
        return;
      }
      case 'UpdateExpression':
        return void add(
          start,
          end,
          textOf(node).replaceAll(/\+\+|--/g, (sign) => SWAPPED.get(sign) ?? sign),
        );
      case 'UnaryExpression':
        if (node.operator === '!' || node.operator === '-') add(start, child('argument').start, '');
        return;
      case 'Literal':
        return mutateLiteral(node);
      case 'TemplateLiteral':
        if (parent?.type === 'TaggedTemplateExpression') mutateSql(start, textOf(node));
        else add(start, end, "''");
        return;
      case 'ArrayExpression':
        for (const element of node.elements as Node[]) dropFromList(element, end);
        return;
      case 'ObjectExpression':
        for (const property of node.properties as Node[]) dropFromList(property, end);
        return;
      case 'ConditionalExpression':
        return void add(child('test').start, child('test').end, 'true', 'false');
      case 'IfStatement':
        return void add(child('test').start, child('test').end, 'true', 'false');
      case 'ExpressionStatement':
      case 'ThrowStatement':
      case 'ContinueStatement':
        return void add(start, end, ';');
      case 'ReturnStatement':
        return void add(start, end, node.argument ? 'return undefined;' : ';');
      case 'ForStatement':
      case 'ForOfStatement':
        return void add(child('body').start, child('body').end, '{}');
      case 'MemberExpression':
        return mutateMember(node, parent, key);
      default:
    }
  }

  function mutateLiteral(node: Node): void {
    const { start, end, value } = node;
    if (node.regex) mutateRegex(start, (node.regex as { pattern: string }).pattern);
    if (typeof value === 'number') {
      const step = Number.isInteger(value) ? 1 : 0.01;
      add(start, end, `(${value} + ${step})`, `(${value} - ${step})`);
    }
    if (typeof value === 'boolean') add(start, end, String(!value));
    else if (typeof value === 'string')
      add(start, end, SWAPPED.has(value) ? `'${SWAPPED.get(value)}'` : value === '' ? "'mutant'" : "''");
  }

  function mutateRegex(start: number, pattern: string): void {
    for (const { 0: part, index } of pattern.matchAll(REGEX_PARTS)) {
      const at = start + 1 + index;
      add(at, at + part.length, part === '[^' ? '[' : part === '+' ? '*' : part === '*' ? '+' : '');
    }
  }

  function mutateSql(start: number, text: string): void {
    for (const { 0: part, index } of text.matchAll(SQL_OPERATORS))
      add(start + index, start + index + part.length, SWAPPED.get(part) ?? '');
  }

  function mutateMember(node: Node, parent?: Node, key?: string): void {
    const [object, property] = [node.object as Node, node.property as Node];
    if (node.computed) return;
    const name = textOf(property);
    const swapped = /^[a-z]/i.test(name) ? SWAPPED.get(name) : undefined;
    if (swapped) add(property.start, property.end, swapped);
    if (DROPPED_CALLS.has(name) && key === 'callee' && parent) add(object.end, parent.end, '');
    if (node.optional) add(object.end, property.start, '.');
  }

  /** Drops a member of a list with the comma after it. */
  function dropFromList(member: Node | null, listEnd: number): void {
    if (!member) return;
    const comma = /^\s*,/.exec(source.slice(member.end, listEnd))?.[0].length ?? 0;
    add(member.start, member.end + comma, '');
  }

  function textOf({ start, end }: Node): string {
    return source.slice(start, end);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
