import * as z from 'zod/mini';

/** Maximum length of `AdminMail` (brief 8). */
export const MAX_ADMIN_MAIL = 50;

/** An e-mail address in a path or query. */
export const Mail = z.string().check(z.email(), z.maxLength(254));
export const AdminMail = z.string().check(z.email(), z.maxLength(MAX_ADMIN_MAIL));

export const Money = z.object({ Moneda: z.string(), Importe: z.number() });
export type Money = z.infer<typeof Money>;

/** An int32 in a path or query: decimal digits without leading zeros. */
export const Int32 = z.pipe(
  z.string().check(z.regex(/^(0|-?[1-9]\d{0,9})$/, 'debe ser un número entero')),
  z.transform((text, context) => {
    const value = Number(text);
    if (value >= -2147483648 && value <= 2147483647) return value;
    context.issues.push({ code: 'custom', message: 'debe ser un entero de 32 bits', input: text });
    return z.NEVER;
  }),
);

/** An instant in a query, ms since 1970. */
export const Instant = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d{1,14}$/, 'debe ser milisegundos desde 1970')),
    z.transform((digits) => Number(digits)),
  ),
  z.int(),
);

/** Search text of a catalog. */
// decided: not blank, at most 200 characters.
export const SearchText = z.string().check(z.regex(/\S/, 'no puede estar vacío'), z.maxLength(200));

/** A boolean in a query. */
// decided: `true`, `1`, `false` and `0`, case-insensitive.
export const Flag = z.stringbool({
  truthy: ['true', '1'],
  falsy: ['false', '0'],
  error: 'debe ser true o false',
});
