// Rules that bring the spelling of foreign words and the way they sound in Spanish to one key. The order matters.
const FOREIGN_SOUNDS: readonly [RegExp, string][] = [
  // Letters that nobody hears.
  [/^h(?=i[aeou])/, ''],
  [/^e(?=s[bcdfgklmnpqtw])/, ''],
  [/ph/g, 'f'],
  [/ch(?=[rl])|ck|qu(?=[ei])|[qk]/g, 'K'],
  [/t?[cs]h|sch|dge?(?=$|[aeiou])|dch/g, 'X'],
  // The soft g of French before a, o and u.
  [/ge(?=[aou])|g(?=[eiy])|j|ll(?=[aeiou])|y(?=[aeou])|^y/g, 'Y'],
  [/^h/, 'Y'],
  [/h/g, ''],
  [/gu(?=[ei])/g, 'g'],
  [/gu(?=[ao])|[vw]/g, 'b'],
  [/c(?=[eiy])|[zç]/g, 's'],
  [/x/g, 'Ks'],
  [/c/g, 'K'],
  [/eau|aul?(?=t|$)/g, 'o'],
  [/[ae]u/g, 'e'],
  [/oo|ou/g, 'u'],
  [/[ea][iy]|[ea]e|ea|ie/g, 'i'],
  [/ng/g, 'n'],
  [/n(?=[bp])/g, 'm'],
  [/i(?=[aeou])/g, 'Y'],
  [/y/g, 'i'],
  [/Yi?(?=[aeou])/g, 'Y'],
  [/(.)\1+/g, '$1'],
  [/(?<=[aeiou])(?:l?t|d|s)$|(?<=[XY])e$/, ''],
];

/** Key of letters that is the same for foreign words and for what people write who only heard them: `Peugeot`, `peyó`. */
export function toForeignSoundKey(letters: string): string {
  return FOREIGN_SOUNDS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), letters);
}
