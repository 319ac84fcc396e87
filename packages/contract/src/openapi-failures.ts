import { refusesForeignForms } from './cookies.ts';
import type { AnyEndpoint, Method } from './endpoint.ts';

/** One row of the catalogue of error codes. */
export interface ErrorEntry {
  readonly status: number | readonly number[];
  /** What happened, one sentence. */
  readonly meaning: string;
  /** What the caller does about it, one sentence. */
  readonly fix: string;
}

export type ErrorCatalogue = Readonly<Record<string, ErrorEntry>>;

export interface DocumentedFailure {
  readonly code: string;
  readonly status: number;
  /** `general`: the standard envelope (steps 1 to 6 of the order of checks) · `area`: the envelope of the endpoint. */
  readonly envelope: 'general' | 'area';
}

/** One failure of a declaration; without a status those of the catalogue. */
export interface DeclaredFailure {
  readonly code: string;
  readonly status?: number;
}

/** What a document says of the access that an endpoint asks for. */
export interface AccessDocumentation {
  /** Fields of the operation. */
  fieldsOf(endpoint: AnyEndpoint): Readonly<Record<`x-${string}`, unknown>>;
  /** Refusals in the envelope of the endpoint. */
  failuresOf(endpoint: AnyEndpoint, isWrite: boolean): readonly DeclaredFailure[];
}

/**
 * Every failure a method of an endpoint can answer with: the general ones that follow from its declaration, and those
 * it declares.
 * @throws Error for a code that the catalogue lacks: a mistake of ours that the drift check shows.
 */
export function failuresOf(
  endpoint: AnyEndpoint,
  method: Method,
  { errors, access }: { readonly errors: ErrorCatalogue; readonly access: AccessDocumentation },
): readonly DocumentedFailure[] {
  // OAuth's endpoints answer the general failures in their own envelope too.
  const hasOwnEnvelope = !['standard', 'oauth'].includes(endpoint.envelope.name);
  const found = new Map<string, DocumentedFailure>();
  const add = (envelope: DocumentedFailure['envelope'], code: string, only?: number): void => {
    const entry = errors[code];
    if (entry === undefined)
      throw new Error(`${endpoint.name} answers with ${code}, which the catalogue of error codes does not hold`);
    const statuses = only !== undefined ? [only] : [entry.status].flat();
    for (const status of statuses) {
      const key = `${status} ${code} ${hasOwnEnvelope ? envelope : ''}`;
      if (!found.has(key)) found.set(key, { code, status, envelope });
    }
  };
  const isWrite = method !== 'GET';
  const isPost = method === 'POST';
  // Too much under way at once is refused, whatever the call.
  add('general', 'common.rate_limited');
  if (endpoint.auth !== 'public') {
    add('general', 'common.unauthorized');
    if (endpoint.scope !== 'none') add('general', 'common.insufficient_scope');
  }
  if (endpoint.body || isPost) add('general', 'common.validation_error');
  if (isPost) {
    add('general', 'common.idempotency_in_progress');
    add('general', 'common.idempotency_mismatch');
  }
  if (endpoint.body) {
    add('general', 'common.payload_too_large');
    add('general', 'common.unsupported_media_type');
  }
  if (isWrite && refusesForeignForms(endpoint)) add('general', 'common.forbidden');
  // A text in the path that no address may hold is nobody's, before the endpoint has a say.
  if (endpoint.params && hasOwnEnvelope) add('general', 'common.not_found', 404);
  if (endpoint.params) add('area', endpoint.notFoundCode ?? 'common.not_found', 404);
  for (const { code, status } of access.failuresOf(endpoint, isWrite)) add('area', code, status);
  // A parameter sent twice is one wherever it was not asked for, too.
  add('area', 'common.validation_error');
  if (endpoint.alternatives || endpoint.offered) add('area', 'common.not_acceptable');
  for (const declared of endpoint.failures ?? []) {
    const [code = '', status] = declared.split('@');
    add('area', code, status === undefined ? undefined : Number(status));
  }
  // An address that is too long, whatever it asks for.
  add('general', 'common.payload_too_large', 414);
  add('general', 'common.internal_error');
  add('general', 'common.service_unavailable');
  return [...found.values()].sort((a, b) => a.status - b.status);
}
