import { type AnyEndpoint, type Method, PathTree } from '@app/contract';

/** What a request leads to. */
export type Match =
  | { readonly kind: 'endpoint'; readonly endpoint: AnyEndpoint; readonly path: string }
  /** The address exists, the method does not: the methods it takes, for `Allow`. */
  | { readonly kind: 'method'; readonly allow: readonly string[]; readonly endpoint: AnyEndpoint }
  | { readonly kind: 'none' };

type Methods = Map<Method, { readonly endpoint: AnyEndpoint; readonly path: string }>;

/**
 * The route table, from the declarations alone.
 * @param endpoints each method and path once
 */
export function createRoutes(endpoints: readonly AnyEndpoint[]): (method: string, path: string) => Match {
  const tree = new PathTree<Methods>();
  for (const endpoint of endpoints) {
    for (const declared of endpoint.paths) {
      const methods = tree.at(declared, () => new Map());
      for (const method of endpoint.methods) {
        const other = methods.get(method);
        if (other)
          throw new Error(`${method} ${declared} is declared by ${other.endpoint.name} and by ${endpoint.name}`);
        methods.set(method, { endpoint, path: declared });
      }
    }
  }
  return (method, path) => {
    const methods = tree.find(path)?.value;
    if (!methods) return { kind: 'none' };
    const found = methods.get((method === 'HEAD' ? 'GET' : method) as Method);
    if (found) return { kind: 'endpoint', ...found };
    const allow = [...methods.keys()].flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]));
    return { kind: 'method', allow, endpoint: [...methods.values()][0]!.endpoint };
  };
}
