import type { AnyEndpoint } from '@app/contract';

/** A value in an example that stands for a record: where it is, and which record. */
export interface Place {
  /** `['body', 'lines', 0, 'dimensions', 0, 'relation_id']`. */
  readonly path: readonly (string | number)[];
  /** `tags/4`. */
  readonly record: string;
}

/** What the ids of a field are of, where its name does not say so by itself. */
const resources: Readonly<Record<string, string>> = {
  provider_client_account_id: 'client-accounts',
  from_business_partner_id: 'business-partners',
  to_business_partner_id: 'business-partners',
  company_business_partner_id: 'business-partners',
  payee_bank_account_id: 'bank-accounts',
  journal_entry_line_id: 'journal-entry-lines',
  relation_line_id: 'journal-entry-lines',
  line_id: 'document-lines',
  manager_user_id: 'users',
  assigned_to_id: 'users',
  sales_unit_id: 'units',
  tax_code_ids: 'tax-codes',
  voucher_category_id: 'voucher-categories',
  entry_id: 'collection-entries',
  export_id: 'data-exports',
  job: 'jobs',
};

/** What the ids of a relation are of, by its type. */
const relations: Readonly<Record<string, string>> = {
  businesspartner: 'business-partners',
  department: 'departments',
  project: 'projects',
  bankacc: 'bank-accounts',
  PAYMT: 'bank-transactions',
  JE: 'journal-entries',
};

/** Names that end like ids and are words of the caller, or ids in registers outside. */
const foreign = new Set(['external_id', 'client_id', 'account_id']);

/** The records that the example of an endpoint names, in the order of their places. */
export function placesOf(endpoint: AnyEndpoint): readonly Place[] {
  const { params, query, body, form, values = {} } = endpoint.example ?? {};
  const named = Object.entries(values as Record<string, string>).map(([place, record]) => ({
    path: place.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
    record,
  }));
  const known = new Set(named.map(({ path }) => path.join('.')));
  const walked = [
    ...walk(endpoint, params, ['params']),
    ...walk(endpoint, query, ['query']),
    ...walk(endpoint, form === undefined ? body : undefined, ['body']),
    ...walk(endpoint, form, ['form']),
  ];
  return [...named, ...walked.filter(({ path }) => !known.has(path.join('.')))];
}

function* walk(endpoint: AnyEndpoint, value: unknown, path: readonly (string | number)[]): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(key) : key];
    const resource = Array.isArray(value)
      ? undefined
      : resourceOf(endpoint, key, value as Record<string, unknown>, path);
    if (resource === undefined) yield* walk(endpoint, inner, here);
    else if (Array.isArray(inner)) yield* inner.map((id, n) => ({ path: [...here, n], record: `${resource}/${id}` }));
    else if (inner !== null) yield { path: here, record: `${resource}/${inner}` };
  }
}

/** What a field names records of; undefined for a field that names none. */
function resourceOf(
  { path }: AnyEndpoint,
  field: string,
  beside: Readonly<Record<string, unknown>>,
  [part]: readonly (string | number)[],
): string | undefined {
  if (foreign.has(field)) return undefined;
  if (part === 'params' && field === 'id') return path.split('/').find((_, n, words) => words[n + 1] === '{id}');
  if (field === 'relation_id') return relations[String(beside.relation_type)] ?? String(beside.relation_type);
  if (field in resources) return resources[field];
  const [, word] = /^(\w+)_ids?$/.exec(field) ?? [];
  return word === undefined ? undefined : `${word.replaceAll('_', '-')}s`.replace(/ys$/, 'ies');
}
