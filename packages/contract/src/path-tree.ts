interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter: Node<T> | undefined;
  value: T | undefined;
}

/** What stands under a path. */
interface AtPath<T> {
  readonly value: T;
  /** What stands in the path for its parameters, in their order, as it was sent. */
  readonly parameters: readonly string[];
}

/**
 * Declared paths, and what stands under each: found segment by segment, whatever their number. Literal segments win
 * over parameters (GENX-R48); letters' case counts.
 */
export class PathTree<T> {
  readonly #root: Node<T> = newNode();

  /** What stands under a declared path; made when nothing does. A slash at its end is none. */
  at(declared: string, make: () => T): T {
    let node = this.#root;
    for (const segment of segmentsOf(declared.replace(/(.)\/$/, '$1'))) {
      const isParameter = /^\{\w+\}$/.test(segment);
      let next = isParameter ? node.parameter : node.literals.get(segment);
      if (!next) {
        next = newNode();
        if (isParameter) node.parameter = next;
        else node.literals.set(segment, next);
      }
      node = next;
    }
    node.value ??= make();
    return node.value;
  }

  find(path: string): AtPath<T> | undefined {
    return find(this.#root, segmentsOf(path), 0, []);
  }
}

const newNode = <T>(): Node<T> => ({ literals: new Map(), parameter: undefined, value: undefined });

const segmentsOf = (path: string): readonly string[] => path.split('/').slice(1);

function find<T>(
  { literals, parameter, value }: Node<T>,
  segments: readonly string[],
  depth: number,
  parameters: readonly string[],
): AtPath<T> | undefined {
  if (depth === segments.length) return value === undefined ? undefined : { value, parameters };
  const segment = segments[depth]!;
  const literal = literals.get(segment);
  const found = literal && find(literal, segments, depth + 1, parameters);
  if (found) return found;
  return parameter && segment !== '' ? find(parameter, segments, depth + 1, [...parameters, segment]) : undefined;
}
