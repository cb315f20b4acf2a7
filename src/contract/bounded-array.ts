import * as z from 'zod/mini';

/**
 * Array whose length is checked before its elements. zod parses every element first, so that a long array of invalid
 * elements would cost an issue for each.
 */
export function boundedArray<Element extends z.core.SomeType>(
  element: Element,
  { min = 0, max }: { min?: number; max: number },
  ...checks: z.core.$ZodCheck<z.core.output<Element>[]>[]
): z.ZodMiniArray<Element> {
  // `abort`: the other checks expect parsed elements.
  const schema = z.array(element).check(z.maxLength(max, { abort: true }), z.minLength(min), ...checks);
  const parse = schema._zod.parse.bind(schema._zod);
  schema._zod.parse = (payload, context) =>
    Array.isArray(payload.value) && payload.value.length > max ? (payload as never) : parse(payload, context);
  return schema;
}
