import type { Import } from './imports.ts';

/** What the rules forbid and the services still do. Folders are those directly below `src`. */
export type Exceptions = {
  /** Stores that other aggregates use: the folder of the store, the other folders that import it, and why. */
  readonly stores: readonly { readonly of: string; readonly usedBy: readonly string[]; readonly why: string }[];
  /**
   * Folders of one service that import each other in a circle: `services/auth/src` and the names of the folders,
   * sorted.
   */
  readonly knots: readonly Knot[];
};

type Knot = { readonly source: string; readonly folders: readonly string[] };

/** What is wrong with the imports, a sentence each. An exception that is not needed any more is a fault as well. */
export function faultsOfImports(imports: readonly Import[], exceptions: Exceptions): readonly string[] {
  return [
    ...crossings(imports),
    ...faultsOfStores(imports, exceptions.stores),
    ...faultsOfKnots(imports, exceptions.knots),
    ...circlesOfFiles(imports),
  ];
}

/** `services/auth` of `services/auth/src/users/store.ts`. */
const unitOf = (path: string): string => path.split('/').slice(0, 2).join('/');

const isOfService = (path: string): boolean => path.startsWith('services/');

const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.split('/')[2] !== 'src';

/** The sandbox plays the systems outside the platform, which tests of services start. */
const isPlayedOutside = ({ from, to }: Import): boolean => to === 'services/sandbox' && isTest(from);

/** A test that needs the real ledger starts it beside its service, in one file that says so: `test/with-ledger.ts`. */
const isStartedBeside = ({ from, to }: Import): boolean =>
  /^services\/[^/]+\/test\/with-ledger\.ts$/.test(from) && unitOf(to) === 'services/ledger';

/** A bench measures what a service is made of, beside what it answers. */
const isMeasuring = ({ from }: Import): boolean => from.startsWith('bench/');

/** A service is reached over the network alone; a package serves any of them. */
function crossings(imports: readonly Import[]): readonly string[] {
  return imports
    .filter((found) => isOfService(found.to) && unitOf(found.from) !== unitOf(found.to))
    .filter((found) => !isPlayedOutside(found) && !isStartedBeside(found) && !isMeasuring(found))
    .map(
      ({ from, to }) =>
        `${from} imports ${to}: a ${isOfService(from) ? 'service' : 'package'} does not import a service.`,
    );
}

/**
 * A store belongs to its aggregate: others call what the aggregate offers. Tests may use it, and so may what composes
 * the service, the files of `src` itself.
 */
function faultsOfStores(imports: readonly Import[], known: Exceptions['stores']): readonly string[] {
  const uses = imports.flatMap((found) => foreignUseOf(found));
  const isKnown = (use: StoreUse) => known.some(({ of, usedBy }) => of === use.of && usedBy.includes(use.by));
  const unneeded = known.flatMap(({ of, usedBy }) =>
    usedBy.filter((by) => !uses.some((use) => use.of === of && use.by === by)).map((by) => ({ of, by })),
  );
  return [
    ...uses
      .filter((use) => !isKnown(use))
      .map(
        ({ from, to }) => `${from} imports ${to}: a store is imported only from within the folder of its aggregate.`,
      ),
    ...unneeded.map(({ of, by }) => `${by} does not import the store of ${of} any more: ${TAKE_OFF}`),
  ];
}

/** An import of a store from another folder: the folder of the store, from the root, and the name of the other. */
type StoreUse = Import & { readonly of: string; readonly by: string };

function foreignUseOf({ from, to }: Import): readonly StoreUse[] {
  if (isTest(from) || !/^services\/.*[/-]store\.ts$/.test(to)) return [];
  const [using, used] = [folderOf(from), folderOf(to)];
  if (!using || !used || using.name === used.name) return [];
  return [{ from, to, of: `${used.source}/${used.name}`, by: using.name }];
}

const TAKE_OFF = 'take it off the list in tools/platform/src/import-exceptions.ts.';

function faultsOfKnots(imports: readonly Import[], known: Exceptions['knots']): readonly string[] {
  const found = knotsOf(imports);
  const name = ({ source, folders }: Knot) => `${source}: ${folders.join(', ')}`;
  const foundNames = new Set(found.map(name));
  const knownNames = new Set(known.map(name));
  return [
    ...[...foundNames].filter((knot) => !knownNames.has(knot)).map((knot) => `${knot} import each other in a circle.`),
    ...[...knownNames]
      .filter((knot) => !foundNames.has(knot))
      .map((knot) => `${knot} are not this knot any more: ${TAKE_OFF}`),
  ];
}

/** Files that import each other, if only their types: neither is understood before the other. */
function circlesOfFiles(imports: readonly Import[]): readonly string[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) if (to.endsWith('.ts')) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  return circlesOf(edges).map((files) => `${files.join(', ')} import each other in a circle, of types at least.`);
}

/** Sets of folders of one service that import each other in a circle. Tests do not count. */
function knotsOf(imports: readonly Import[]): readonly Knot[] {
  const sources = new Map<string, Map<string, Set<string>>>();
  for (const { from, to } of imports) {
    const [a, b] = [folderOf(from), folderOf(to)];
    if (isTest(from) || !isOfService(from) || !a || !b || a.source !== b.source || a.name === b.name) continue;
    const edges = sources.get(a.source) ?? new Map<string, Set<string>>();
    sources.set(a.source, edges.set(a.name, (edges.get(a.name) ?? new Set()).add(b.name)));
  }
  return [...sources].flatMap(([source, edges]) => circlesOf(edges).map((folders) => ({ source, folders })));
}

/**
 * The folder directly below `src` that a file is in; nothing for a file of `src` itself, which composes the folders.
 */
function folderOf(path: string): { readonly source: string; readonly name: string } | undefined {
  const [group, unit, src, name, ...rest] = path.split('/');
  return src === 'src' && name && rest.length > 0 ? { source: `${group}/${unit}/src`, name } : undefined;
}

/** The circles of a graph, largest sets, each sorted. What each node reaches is simply walked. */
function circlesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const reached = new Map([...edges.keys()].map((node) => [node, reachedFrom(node, edges)]));
  const circles = [...reached.keys()]
    .filter((node) => reached.get(node)?.has(node))
    .map((node) => [...(reached.get(node) ?? [])].filter((other) => reached.get(other)?.has(node)).sort());
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

function reachedFrom(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const next of edges.get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}
