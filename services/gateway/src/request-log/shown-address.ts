import { type AnyEndpoint, objectShapeOf } from '@app/contract';

/** Characters of an address that are kept. */
const LONGEST = 300;
/** Values that say which record, which days and which page; whatever else was typed is nobody's to keep. */
const shownNames = /(^|_)(id|ids|date|from|to|year|page|with|cursor_of|type|status|failed)$|^(is|include)_|^order_by$/;
const shownValue = /^[\w.,: -]{1,60}$/;
/** A national identity number. */
const personal = /\d{11}/;

const namesOf = new WeakMap<AnyEndpoint, ReadonlySet<string>>();

/** Names of parameters that the endpoint declares: others may be anything, a secret in the wrong place too. */
function declaredNames(endpoint: AnyEndpoint): ReadonlySet<string> {
  const known = namesOf.get(endpoint);
  if (known) return known;
  const names = new Set(Object.keys(objectShapeOf(endpoint.query) ?? {}));
  namesOf.set(endpoint, names);
  return names;
}

/**
 * Path and query of a request as its client's owner may read them days later: the path, and of the query the declared
 * names with the values of ids, days and the like; another value is left out (`free_text=…`). A path with a token or an
 * identity number in it is shown as it is declared.
 * @param target path and query as they were sent
 */
export function shownAddress(endpoint: AnyEndpoint, target: string): string {
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const isSecret = endpoint.path.includes('{token}') || personal.test(path);
  const shownPath = isSecret ? endpoint.path : path;
  if (at < 0) return shownPath.slice(0, LONGEST);
  const names = declaredNames(endpoint);
  const parts = [...new URLSearchParams(target.slice(at + 1))]
    .filter(([name]) => names.has(name))
    .map(([name, value]) => `${name}=${isShown(name, value) ? value : '…'}`);
  return `${shownPath}${parts.length === 0 ? '' : `?${parts.join('&')}`}`.slice(0, LONGEST);
}

const isShown = (name: string, value: string): boolean =>
  shownNames.test(name) && shownValue.test(value) && !personal.test(value);

const accountPath = /^\/api\/v2\/client-accounts\/(\d{1,15})(\/|$)/;

/** The client account that an address names, whose removal takes the request with it. */
export function accountOfAddress(target: string): number | undefined {
  const at = target.indexOf('?');
  const inPath = accountPath.exec(at < 0 ? target : target.slice(0, at))?.[1];
  const named = inPath ?? (at < 0 ? undefined : new URLSearchParams(target.slice(at + 1)).get('client_account_id'));
  return named != null && /^[1-9]\d{0,14}$/.test(named) ? Number(named) : undefined;
}
