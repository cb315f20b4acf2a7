import { Trans as LinguiTrans, type TransProps } from '@lingui/react';

/**
 * What the macro of the same name comes to. Lingui looks for elements in the finished text, values included: a value
 * that could be taken for one, as anybody may have written, is given as an element and so stays what it is.
 */
export function Trans({ values, ...props }: TransProps) {
  return <LinguiTrans {...props} {...(values && { values: shielded(values) })} />;
}

function shielded(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? <>{value}</> : value,
    ]),
  );
}
