import { oauth, standard } from '@app/api/envelopes';
import type { AnyEndpoint, Envelope } from '@app/contract';

/** With how many segments in common addresses are neighbours: `/v2` alone, or `/.well-known`, is nobody's area. */
const SEGMENTS = 2;

/**
 * The envelope of a refusal at an address that is none, from the declarations alone: that of its neighbours, from which
 * a client cannot distinguish it. Those are the declared addresses that begin as it does for longest, where a parameter
 * stands for any text. OAuth's when all of them answer as OAuth does, else the standard one (GENX-R21).
 * @returns takes a request target, however malformed
 */
export function createEnvelopes(endpoints: readonly AnyEndpoint[]): (target: string) => Envelope {
  const declared = endpoints.flatMap(({ paths, envelope }) =>
    paths.map((path) => ({ segments: segmentsOf(path), isOauth: envelope.name === 'oauth' })),
  );
  return (target) => {
    const asked = segmentsOf(target);
    let longest = SEGMENTS - 1;
    let isOauth = false;
    for (const neighbour of declared) {
      const shared = countShared(neighbour.segments, asked);
      if (shared > longest) {
        longest = shared;
        isOauth = neighbour.isOauth;
      } else if (shared === longest) isOauth &&= neighbour.isOauth;
    }
    return isOauth ? oauth : standard;
  };
}

const segmentsOf = (target: string): readonly string[] => target.split('?', 1)[0]!.split('/').slice(1);

function countShared(declared: readonly string[], asked: readonly string[]): number {
  const end = declared.findIndex(
    (segment, at) => asked[at] !== segment && (asked[at] === undefined || segment[0] !== '{'),
  );
  return end < 0 ? declared.length : end;
}
