import { norwegian } from './norwegian.ts';

type Content = Readonly<Record<string, unknown>>;

/**
 * The body of a failure with its texts in Norwegian, whatever its envelope (docs/contract/errors.md): codes, names of
 * fields and values stay. What OAuth answers stays as it is: RFC 6749 section 5.2 allows `error_description` no letters
 * outside ASCII.
 */
export function norwegianBody(body: unknown): unknown {
  if (!isObject(body) || 'error_description' in body) return body;
  // {results: [{status, error: {code, message, details}}]}
  if (Array.isArray(body.results))
    return body.results.some(isRefused) ? { ...body, results: body.results.map(norwegianResult) } : body;
  // {error: {code, message, details}}, and {jsonrpc, id, error: {code, message, data}}.
  if (isObject(body.error)) return { ...body, error: norwegianError(body.error) };
  // {status, error, message}: the second is the reason phrase of the status.
  if (typeof body.message === 'string') return { ...body, message: translated(body.message) };
  // {error, status}
  return typeof body.error === 'string' ? { ...body, error: translated(body.error) } : body;
}

const isRefused = (result: unknown): result is { readonly error: Content } =>
  isObject(result) && isObject(result.error);

const norwegianResult = (result: unknown): unknown =>
  isRefused(result) ? { ...result, error: norwegianError(result.error) } : result;

/** `{code, message, details}`, which a result of a tool holds too. */
export const norwegianError = (error: Content): Content => ({
  ...error,
  ...(typeof error.message === 'string' ? { message: translated(error.message) } : {}),
  ...(isObject(error.details) ? { details: norwegianDetails(error.details) } : {}),
  ...(isObject(error.data) ? { data: norwegianError(error.data) } : {}),
});

const norwegianDetails = (details: Content): Content =>
  Array.isArray(details.fields) ? { ...details, fields: details.fields.map(norwegianFault) } : details;

const norwegianFault = (fault: unknown): unknown =>
  isObject(fault) && typeof fault.message === 'string' ? { ...fault, message: translated(fault.message) } : fault;

const translated = (text: string): string => norwegian(text) ?? text;

const isObject = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
