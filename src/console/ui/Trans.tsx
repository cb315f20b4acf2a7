import { Trans as LinguiTrans, type TransProps } from '@lingui/react';

/** Lingui parses elements in the finished message, values included: a value with `<` is passed as an element. */
export function Trans({ values, ...props }: TransProps) {
  return <LinguiTrans {...props} {...(values && { values: wrapMarkup(values) })} />;
}

function wrapMarkup(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? <>{value}</> : value,
    ]),
  );
}
