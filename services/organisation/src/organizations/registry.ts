import { JsonSyntaxError, parseJson, upstreamUnavailable } from '@app/contract';
import { path, type Upstream, UpstreamError, type UpstreamResponse } from '@app/upstream';
import type { OrganizationalRole, RegistryEntry } from './organization.ts';
import { readEntry, readRoles, SearchAnswer } from './registry-answer.ts';

/**
 * The business registry (EXT-R06). Every method throws `Failure` 502 `integration.upstream_failed` when it does not
 * answer, or not with what it should.
 */
export interface Registry {
  /** Undefined for a number the registry does not know. In a hurry it is one short try. */
  find(organizationNumber: string, options?: { readonly inHurry?: boolean }): Promise<RegistryEntry | undefined>;
  /** Entries whose name fits, at most `size`. */
  search(name: string, size: number): Promise<readonly RegistryEntry[]>;
  /** Who holds an office; none for a number the registry does not know. */
  roles(organizationNumber: string): Promise<readonly OrganizationalRole[]>;
}

const BASE = '/enhetsregisteret/api/enheter';
const HURRIED_MILLIS = 1_500;

export function createRegistry(upstream: Upstream): Registry {
  const ask = async (request: Parameters<Upstream['request']>[0]): Promise<UpstreamResponse> => {
    try {
      return await upstream.request(request);
    } catch (error) {
      if (error instanceof UpstreamError) throw failed(error);
      throw error;
    }
  };

  return {
    async find(organizationNumber, { inHurry = false } = {}) {
      const patience = inHurry ? { isRepeatable: false, timeoutMillis: HURRIED_MILLIS } : {};
      const response = await ask({ path: path`/enhetsregisteret/api/enheter/${organizationNumber}`, ...patience });
      if (isUnknown(response)) return undefined;
      const entry = readEntry(bodyOf(response));
      if (entry?.organizationNumber !== organizationNumber)
        throw failed(new Error('The registry answered with something else than the entry'));
      return entry;
    },
    async search(name, size) {
      const response = await ask({ path: BASE, query: { navn: name, size } });
      const answer = SearchAnswer.safeParse(bodyOf(response));
      if (!answer.success) throw failed(answer.error);
      return (answer.data._embedded?.enheter ?? []).flatMap((entry) => readEntry(entry) ?? []);
    },
    async roles(organizationNumber) {
      const response = await ask({ path: path`/enhetsregisteret/api/enheter/${organizationNumber}/roller` });
      if (isUnknown(response)) return [];
      const roles = readRoles(bodyOf(response));
      if (roles === undefined) throw failed(new Error('The registry answered with something else than roles'));
      return roles;
    },
  };
}

/** 404: never registered · 410: removed · 400: the registry's word for a number that cannot exist. */
const isUnknown = ({ status }: UpstreamResponse): boolean => status === 404 || status === 410 || status === 400;

function bodyOf(response: UpstreamResponse): unknown {
  if (response.status !== 200) throw failed(new Error(`The registry answered ${response.status}`));
  try {
    return parseJson(response.text(), { allowsHalfPairs: true });
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw failed(error);
    throw error;
  }
}

const failed = (cause: unknown) =>
  upstreamUnavailable(
    'The business registry did not answer, and nothing is stored here that could answer instead; try again in a few minutes',
    'integration.upstream_failed',
    cause,
  );
