/** The longest name of a file, in characters; longer ones are cut. The same limit as that of texts without one of their own. */
const LONGEST = 1000;

/** Controls, line separators, and what turns the direction of the text after it, so that `fdp.exe` reads as `exe.pdf`. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * The name that a file goes by: what its sender calls it, without the folders that it lay in and what nobody sees of it.
 * @returns undefined when nothing is left of it
 */
export function cleanFileName(name: string): string | undefined {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const seen = last.replace(UNSEEN, '').trim();
  if (/^\.*$/.test(seen)) return undefined;
  return shortened(seen, LONGEST);
}

/** A name cut in its middle, so that its beginning and its extension are left. */
export function shortened(name: string, longest: number): string {
  const letters = [...name];
  if (letters.length <= longest) return name;
  const at = letters.lastIndexOf('.');
  const extension = at > 0 && letters.length - at <= 16 ? letters.slice(at) : [];
  return [...letters.slice(0, longest - extension.length), ...extension].join('');
}
