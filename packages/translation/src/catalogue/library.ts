/** Texts of the schema library, where a declaration has none of its own. */
export const library = {
  'Invalid input': 'er ikke gyldig',
  'Invalid input: expected {value}': 'må være {value}',
  'Invalid ISO datetime': 'er ikke et gyldig tidspunkt',
  'Too big: expected int to be <={most}': 'må være høyst {most}',
  'Too small: expected int to be >={least}': 'må være minst {least}',
} as const;
