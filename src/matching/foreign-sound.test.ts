import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toForeignSoundKey } from './foreign-sound.ts';

it.each([
  ['renault', ['reno']],
  ['peugeot', ['peyot', 'pejo', 'peyo', 'pello', 'peuyot']],
  ['chevrolet', ['shevrole', 'chebrole', 'chevroled']],
  ['hyundai', ['yundai', 'jiundai', 'hiundai', 'yunday']],
  ['geely', ['jili', 'yili', 'gili']],
  ['jeep', ['yip', 'llip', 'jip']],
  ['porsche', ['porche', 'porch', 'porshe']],
  ['dodge', ['doch', 'dodch']],
  ['chrysler', ['craisler', 'crisler', 'kraisler']],
  ['daewoo', ['deiwu', 'daewu']],
  ['skywell', ['escaiwel', 'skiwel']],
  ['honda', ['jonda']],
  ['ssangyong', ['sanllong', 'sangion']],
  ['hatchback', ['jachbac', 'jatchbak']],
])('%s sounds as what people write who heard it', (name, heard) => {
  for (const text of heard) expect(toForeignSoundKey(text)).toBe(toForeignSoundKey(name));
});

it.each([
  ['ford', 'fiat'],
  ['honda', 'hyundai'],
  ['chery', 'chevrolet'],
  ['jac', 'jaguar'],
  ['mini', 'mazda'],
])('%s does not sound as %s', (name, other) =>
  expect(toForeignSoundKey(name)).not.toBe(toForeignSoundKey(other)),
);

it('a key is never longer than twice its text', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zñç]{0,40}$/), (text) => {
      expect(toForeignSoundKey(text).length).toBeLessThanOrEqual(2 * text.length);
    }),
  );
});
