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

/**
 * Every failure a method of an endpoint can answer with: the general ones that follow from its declaration, and those
 * it declares.
 * @throws Error for a code that the catalogue lacks: a mistake of ours that the drift check shows.
 */
export function failuresOf(
  endpoint: AnyEndpoint,
  method: Method,
  catalogue: ErrorCatalogue,
): readonly DocumentedFailure[] {
  const found = new Map<string, DocumentedFailure>();
  const add = (envelope: DocumentedFailure['envelope'], code: string, only?: number): void => {
    const entry = catalogue[code];
    if (entry === undefined)
      throw new Error(`${endpoint.name} answers with ${code}, which the catalogue of error codes does not hold`);
    const statuses = only !== undefined ? [only] : [entry.status].flat();
    for (const status of statuses)
      if (!found.has(`${status} ${code}`)) found.set(`${status} ${code}`, { code, status, envelope });
  };
  const oauth = endpoint.envelope.name === 'oauth';
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
  if (endpoint.params) add('area', endpoint.notFoundCode ?? 'common.not_found', 404);
  if (endpoint.auth !== 'public' && !oauth) addAccess(endpoint, isWrite, add);
  // A parameter sent twice is one wherever it was not asked for, too.
  add('area', 'common.validation_error');
  if (endpoint.alternatives) add('area', 'common.not_acceptable');
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

type Add = (envelope: DocumentedFailure['envelope'], code: string, only?: number) => void;

function addAccess(endpoint: AnyEndpoint, isWrite: boolean, add: Add): void {
  const field = endpoint.account;
  add('area', field?.denied ?? 'common.forbidden', 403);
  // A role that does not suffice has a code of its own, whatever a missing access is called.
  if (field?.refused) add('area', field.refused, 403);
  else if (field?.denied) add('area', 'common.forbidden');
  if (field?.missing) add('area', field.missing.code, field.missing.status);
  if (field?.unknown) add('area', field.unknown.code, field.unknown.status);
  if (field && isWrite && endpoint.inactive !== 'allowed') add('area', 'client_account.inactive');
}
