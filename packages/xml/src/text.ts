/**
 * What a text of XML must not hold as it is: markup, what a reader would take for a line break, and characters that
 * XML 1.0 has no way to write. Halves of pairs are among them, so that whole pairs are looked at more closely.
 */
const SPECIAL = /["&<>\r]|[^\t\n\x20-\ud7ff\ue000-\ufffd]/;
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const written: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};

/**
 * A text as the content of an element or of an attribute in double quotes, whatever it holds; characters that XML
 * cannot hold are left out.
 * @param most as many characters of it
 */
export function xmlText(text: string, most: number): string {
  const fitting = text.length <= most ? text : [...text].slice(0, most).join('');
  if (!SPECIAL.test(fitting)) return fitting;
  return fitting.replace(UNWRITABLE, '').replace(/["&<>\r]/g, (character) => written[character]!);
}
