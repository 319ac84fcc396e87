import { isCommonPassword } from './common-passwords.ts';

export const MAX_PASSWORD_LENGTH = 128;
const MIN_PASSWORD_LENGTH = 8;

const classes = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u];

/**
 * What makes a password too weak, as a sentence, or undefined (docs/contract/signup.md, "Passwords"): 8 to 128
 * characters, two classes of characters, not the local part of the address inside, not a common one.
 */
export function passwordFault(password: string, email: string): string | undefined {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH)
    return `The password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
  if (classes.filter((one) => one.test(password)).length < 2)
    return 'The password must mix at least two of: lower case letters, upper case letters, digits, other characters';
  const local = email.split('@', 1)[0]!.trim().toLowerCase();
  if (local.length >= 4 && password.toLowerCase().includes(local))
    return 'The password must not contain the name part of the e-mail address';
  if (isCommonPassword(password)) return 'The password is one of the most used ones and would be guessed first';
  return undefined;
}
