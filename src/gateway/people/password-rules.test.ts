import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validatePassword } from './password-rules.ts';

const ana = { mail: 'ana.perez@ruta9.example', name: 'Ana María Pérez' };

describe('a password', () => {
  it.each([
    '1qaz2wsx3edc',
    'SonyEricsson',
    'password1234!',
    '**Password**2026',
    'passwordpassword',
    'Password-1234567',
    'aaaaaaaaaaaa',
    'abababababab',
    '123456789012',
    '987654321098',
    'abcdefghijklm',
    'qwertyuiopasdf',
    'poiuytrewqpoiu',
    '20261121202611',
    '!!!!!!!!!!!!a!!!',
  ])('that everybody tries is refused: %s', (password) => {
    expect(validatePassword(password, ana)).toBe('common-password');
  });

  it.each(['ana.perez.2026', 'AnaMaríaPérez', 'Vitrina-2026!!', 'perez_ana_1984', 'ruta9ruta9 ana'])(
    'that is the person is refused: %s',
    (password) => {
      expect(validatePassword(password, ana)).toBe('personal-password');
    },
  );

  it.each([
    'correcto caballo',
    'tres tristes tigres',
    'Xk9-w2PqL7vR',
    'ñandú veloz del sur',
    'banana con dulce',
    '    espacios      y letras',
    'contraseñas😀😀',
  ])('of a person’s own making is taken: %s', (password) => {
    expect(validatePassword(password, ana)).toBeUndefined();
  });

  it('is judged in no time, however long', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12, maxLength: 128 }), (password) => {
        expect(['common-password', 'personal-password', undefined]).toContain(
          validatePassword(password, ana),
        );
      }),
    );
  });
});
