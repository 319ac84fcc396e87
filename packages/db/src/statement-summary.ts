const verb = /^\s*(\w+)/;
const call = /^\s*select\s+([a-z_]\w*)\(/i;
const target = /\b(?:from|into|update|join)\s+(?:"?\w+"?\.)?"?([a-z_]\w*)"?/i;

/** A name comes early; what is longer is searched no further. */
const SEARCHED = 4_000;

/**
 * What a statement does, in two words that hold no value: `INSERT outbox`, `SELECT write_entries`
 * (https://opentelemetry.io/docs/specs/semconv/db/database-spans/#generating-a-summary-of-the-query).
 */
export function summaryOf(text: string): string {
  const head = text.slice(0, SEARCHED);
  const word = (verb.exec(head)?.[1] ?? 'statement').toUpperCase();
  const name = call.exec(head)?.[1] ?? target.exec(head)?.[1];
  return name === undefined ? word : `${word} ${name}`;
}
