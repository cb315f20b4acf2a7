import type { Compilable, Kysely } from 'kysely';

class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles a query once, for queries of every request: building and compiling one takes longer than SQLite takes to run it.
 * @param names names of the values that change
 * @param build builds the query, with a placeholder for each
 */
export function prepareQuery<Tables, Name extends string, Row>(
  db: Kysely<Tables>,
  names: readonly Name[],
  build: (placeholders: Record<Name, never>) => Compilable<Row>,
): (values: Record<Name, unknown>) => Promise<Row[]> {
  const placeholders = Object.fromEntries(names.map((name) => [name, new Parameter(name)]));
  const compiled = build(placeholders as unknown as Record<Name, never>).compile();
  return async (values) => {
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Parameter ? values[parameter.name as Name] : parameter,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
