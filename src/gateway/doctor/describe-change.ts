import type { Text } from '#contract/desk/doctor.ts';
import type { ChangedSetting } from '#gateway/installation.ts';

/** Says that the data belongs to another value of a setting. */
export const describeChange = ({ name, stored, current }: ChangedSetting): Text => ({
  es: `${name} es ${current}, y los datos son de ${stored}.`,
  en: `${name} is ${current}, and the data belongs to ${stored}.`,
});
