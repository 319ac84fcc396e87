import type { AnyEndpoint, Method } from '@app/contract';

/** What a request leads to. */
export type Match =
  | { readonly kind: 'endpoint'; readonly endpoint: AnyEndpoint; readonly path: string }
  /** The address exists, the method does not: the methods it takes, for `Allow`. */
  | { readonly kind: 'method'; readonly allow: readonly string[]; readonly endpoint: AnyEndpoint }
  | { readonly kind: 'none' };

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  readonly methods: Map<Method, { readonly endpoint: AnyEndpoint; readonly path: string }>;
}

const newNode = (): Node => ({ literals: new Map(), parameter: undefined, methods: new Map() });

/**
 * The route table, from the declarations alone. Literal segments win over parameters (GENX-R48); letters' case counts.
 * @param endpoints each method and path once
 */
export function createRoutes(endpoints: readonly AnyEndpoint[]): (method: string, path: string) => Match {
  const root = newNode();
  for (const endpoint of endpoints) {
    for (const declared of endpoint.paths) {
      const node = nodeAt(root, segmentsOf(declared.replace(/(.)\/$/, '$1')));
      for (const method of endpoint.methods) {
        const other = node.methods.get(method);
        if (other)
          throw new Error(`${method} ${declared} is declared by ${other.endpoint.name} and by ${endpoint.name}`);
        node.methods.set(method, { endpoint, path: declared });
      }
    }
  }
  return (method, path) => {
    const node = find(root, segmentsOf(path), 0);
    if (!node) return { kind: 'none' };
    const found = node.methods.get((method === 'HEAD' ? 'GET' : method) as Method);
    if (found) return { kind: 'endpoint', ...found };
    const allow = [...node.methods.keys()].flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]));
    return { kind: 'method', allow, endpoint: [...node.methods.values()][0]!.endpoint };
  };
}

const segmentsOf = (path: string): readonly string[] => path.split('/').slice(1);

function nodeAt(root: Node, segments: readonly string[]): Node {
  let node = root;
  for (const segment of segments) {
    const isParameter = /^\{\w+\}$/.test(segment);
    let next = isParameter ? node.parameter : node.literals.get(segment);
    if (!next) {
      next = newNode();
      if (isParameter) node.parameter = next;
      else node.literals.set(segment, next);
    }
    node = next;
  }
  return node;
}

function find(node: Node, segments: readonly string[], depth: number): Node | undefined {
  if (depth === segments.length) return node.methods.size > 0 ? node : undefined;
  const segment = segments[depth]!;
  const literal = node.literals.get(segment);
  const found = literal && find(literal, segments, depth + 1);
  if (found) return found;
  return node.parameter && segment !== '' ? find(node.parameter, segments, depth + 1) : undefined;
}
