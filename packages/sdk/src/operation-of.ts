import { argumentNamesOf } from '@app/contract/arguments';
import type { AnyEndpoint } from '@app/contract/endpoint';
import type { BodyType, Operation } from './operation.ts';

/** The operation of a declared endpoint, by its first method and path. */
export const operationOf = (endpoint: AnyEndpoint): Operation => ({
  name: endpoint.name,
  summary: endpoint.summary,
  method: endpoint.methods[0]!,
  path: endpoint.path,
  isPublic: endpoint.auth === 'public',
  status: endpoint.status,
  names: argumentNamesOf(endpoint),
  bodyType: bodyTypeOf(endpoint),
  answers: endpoint.offered ?? ['application/json', ...(endpoint.alternatives ?? [])],
});

function bodyTypeOf({ body, bodyType, fileTypes }: AnyEndpoint): BodyType {
  if (body === undefined) return 'none';
  if (fileTypes) return { file: fileTypes };
  // What may be sent as a form or as JSON is sent as JSON.
  return bodyType === undefined || bodyType === 'form-or-json' ? 'application/json' : bodyType;
}
