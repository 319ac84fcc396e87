import type { z } from 'zod';
import { type FieldFault, invalid } from './failure.ts';

/** Every fault a schema sees becomes one failure with the paths of the fields (ERR-R03). */
export function validate<S extends z.ZodType>(schema: S, value: unknown, what: 'query' | 'body'): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const fields = result.error.issues.flatMap(faultsOf);
  const first = fields[0];
  const rest = fields.length > 1 ? ` (and ${fields.length - 1} more)` : '';
  throw invalid(
    first?.field
      ? `${first.field}: ${first.message}${rest}`
      : `The ${what} is not valid: ${first?.message ?? 'unknown fault'}`,
    fields,
  );
}

/** How a schema complains of a value that is not there, whatever it expects. */
const missing: ReadonlySet<string> = new Set(['invalid_type', 'invalid_union', 'invalid_value']);

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  const field = issue.path.map(String).join('.');
  if (missing.has(issue.code) && issue.input === undefined) return [{ field, message: 'is required' }];
  if (issue.code === 'invalid_type' && issue.path.length === 0) return [{ field, message: 'must be a JSON object' }];
  // A schema without a sentence of its own: the library's words are about types, not about JSON.
  const expected =
    issue.code === 'invalid_type' && issue.message.startsWith('Invalid input') ? kinds[issue.expected] : undefined;
  return [{ field, message: expected ? `must be ${expected}` : issue.message }];
}

/** What a schema expects, in the words of JSON. */
const kinds: Readonly<Record<string, string>> = {
  object: 'a JSON object',
  record: 'a JSON object',
  array: 'an array',
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  null: 'null',
};
