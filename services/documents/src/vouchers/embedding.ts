import { createHash } from 'node:crypto';

/** Numbers of an embedding (docs/contract/vouchers.md). */
export const DIMENSIONS = 256;

/** Letters below which a text says too little to be compared. */
const FEWEST_LETTERS = 20;

/** The most of a text that is looked at; later pages of long papers say what the first do. */
const LONGEST = 200_000;

/**
 * Where a text lies among others: its words and the trigrams of its letters, each counted in one of 256 places, of unit
 * length. Counts weigh by their root, so that what is said often does not drown the rest.
 * @param extracted what was read of the file; below 20 letters of it there is no embedding
 * @param others statements, and the name of the file without its extension
 */
export function embeddingOf(extracted: string, others: readonly string[]): Float32Array | null {
  if ((extracted.slice(0, LONGEST).match(/\p{L}/gu)?.length ?? 0) < FEWEST_LETTERS) return null;
  const counts = new Map<string, number>();
  const count = (feature: string) => void counts.set(feature, (counts.get(feature) ?? 0) + 1);
  for (const text of [extracted, ...others]) {
    const words =
      text
        .slice(0, LONGEST)
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    for (const word of words) {
      count(`w:${word}`);
      const padded = ` ${word} `;
      for (let at = 0; at + 3 <= padded.length; at++) count(`t:${padded.slice(at, at + 3)}`);
    }
  }
  const vector = new Float64Array(DIMENSIONS);
  for (const [feature, times] of counts) {
    const { place, sign } = placeOf(feature);
    vector[place]! += sign * Math.sqrt(times);
  }
  const length = Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0));
  return length === 0 ? null : Float32Array.from(vector, (each) => each / length);
}

/** The same feature has the same place everywhere and for ever; signs let features that share a place cancel out. */
function placeOf(feature: string): { readonly place: number; readonly sign: 1 | -1 } {
  const hash = createHash('md5').update(feature).digest();
  return { place: hash[0]!, sign: (hash[1]! & 1) === 0 ? 1 : -1 };
}

/** As the database keeps it: 32 bits each, little-endian. */
export function bytesOfEmbedding(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(DIMENSIONS * 4);
  for (const [index, each] of vector.entries()) bytes.writeFloatLE(each, index * 4);
  return bytes;
}

export function embeddingOfBytes(bytes: Buffer): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (let index = 0; index < DIMENSIONS; index++) vector[index] = bytes.readFloatLE(index * 4);
  return vector;
}

/** Both are of unit length, so that this is the cosine of the angle between them. */
export function similarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < DIMENSIONS; index++) sum += a[index]! * b[index]!;
  return sum;
}
