/** The form in which addresses are compared: composed and in lower case. Stored beside the address, so there is one way only. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();

const form = /^[^\s\p{Cc}\p{Cs}@"(),:;<>[\\\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** A mailbox with a domain of two labels or more, at most 254 characters (RFC 5321 section 4.5.3.1). */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && form.test(text) && !text.startsWith('.') && !text.includes('..') && !text.includes('.@');
