import { oauth, standard } from '@app/api/envelopes';
import { type AnyEndpoint, type Envelope, PathTree } from '@app/contract';

/** With how many segments in common addresses are neighbours: `/v2` alone, or `/.well-known`, is nobody's area. */
const SEGMENTS = 2;

/** The declared addresses that begin with a path. */
interface Neighbours {
  /** Whether each of them answers as OAuth does. */
  areOauth: boolean;
}

/**
 * The envelope of a refusal at an address that is none, from the declarations alone: that of its neighbours, from which
 * a client cannot distinguish it. Those are the declared addresses that begin as it does for longest, where a parameter
 * stands for any text. OAuth's when all of them answer as OAuth does, else the standard one (GENX-R21).
 * @returns takes a request target, however malformed
 */
export function createEnvelopes(endpoints: readonly AnyEndpoint[]): (target: string) => Envelope {
  const declared = endpoints.flatMap(({ paths, envelope }) => paths.map((path) => ({ path, envelope })));
  const longest = Math.max(0, ...declared.map(({ path }) => segmentsOf(path).length));
  const beginnings = new PathTree<Neighbours>();
  for (const { path, envelope } of declared) {
    for (const beginning of beginningsOf(segmentsOf(path))) {
      const neighbours = beginnings.at(beginning, () => ({ areOauth: true }));
      neighbours.areOauth &&= envelope.name === 'oauth';
    }
  }
  return (target) => {
    // Whoever asks for thousands of segments has none of them looked at beyond what is declared.
    for (const beginning of beginningsOf(segmentsOf(target).slice(0, longest))) {
      const found = beginnings.find(beginning);
      if (found) return found.value.areOauth ? oauth : standard;
    }
    return standard;
  };
}

const segmentsOf = (target: string): readonly string[] => target.split('?', 1)[0]!.split('/').slice(1);

/** The paths of so many segments or fewer, down to those that make neighbours; the longest first. */
const beginningsOf = (segments: readonly string[]): readonly string[] =>
  segments.flatMap((_, above) => {
    const beginning = segments.slice(0, segments.length - above);
    return beginning.length < SEGMENTS ? [] : [`/${beginning.join('/')}`];
  });
