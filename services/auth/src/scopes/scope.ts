import { Failure } from '@app/contract/failure';

/** What a token or client may do, in its one written form (docs/contract/scopes.md). */
export type Scope = 'read' | 'write' | 'read write';

/** A client registered without a scope receives both. */
export const DEFAULT_SCOPE: Scope = 'read write';

/** Names a client may send, the legacy ones included (SCP-R10, SCP-R11). */
const meanings: Readonly<Record<string, readonly ('read' | 'write')[]>> = {
  read: ['read'],
  write: ['write'],
  'read:profile': ['read'],
  'read:accounting': ['read'],
  'write:profile': ['read', 'write'],
  'write:accounting': ['read', 'write'],
};

/**
 * Reads a space-separated scope. Legacy names are mapped and never come out again; a value without any name counts as
 * absent.
 * @throws Failure 400 `invalid_scope` for a name nobody knows (RFC 6749 section 3.3)
 */
export function parseScope(text: string | undefined): Scope | undefined {
  const names = (text ?? '').split(/\s+/).filter((name) => name !== '');
  if (names.length === 0) return undefined;
  const rights = new Set<'read' | 'write'>();
  for (const name of names) {
    const meaning = Object.hasOwn(meanings, name) ? meanings[name] : undefined;
    if (!meaning) throw invalidScope(`The scope "${name.slice(0, 100)}" is not known; known are read and write`);
    for (const right of meaning) rights.add(right);
  }
  if (!rights.has('write')) return 'read';
  return rights.has('read') ? 'read write' : 'write';
}

export const includesWrite = (scope: Scope): boolean => scope !== 'read';

/** `write` implies `read`, so only a wish for `write` can exceed what is granted. */
export const covers = (granted: Scope, wanted: Scope): boolean => includesWrite(granted) || !includesWrite(wanted);

/**
 * The scope wanted, or all that is granted when none is named.
 * @throws Failure 400 `invalid_scope` when it is unknown or exceeds what is granted
 */
export function narrowScope(granted: Scope, text: string | undefined): Scope {
  const wanted = parseScope(text) ?? granted;
  if (!covers(granted, wanted))
    throw invalidScope(`The scope "${wanted}" exceeds the scope "${granted}" that was granted`);
  return wanted;
}

const invalidScope = (message: string): Failure => new Failure('invalid_scope', 400, message);
