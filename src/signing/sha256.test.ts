import { expect, it } from 'vitest';
import { sha256 } from './sha256.ts';

it('a text has the SHA-256 of its UTF-8, in hexadecimal digits or Base64', () => {
  expect(sha256('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
  expect(sha256('', 'base64')).toBe('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
});
