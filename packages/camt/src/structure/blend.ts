import type { Part, Structure } from './notation.ts';

/**
 * What either of two structures allows: how a version is read that stands between two versions whose structure we
 * know. A part is required only where both require it.
 */
export function blended(one: () => Structure, other: () => Structure): () => Structure {
  let made: Structure | undefined;
  return () => {
    made ??= blend(one(), other());
    return made;
  };
}

function blend(one: Structure, other: Structure): Structure {
  if (one === other) return one;
  if (one.isAny || other.isAny) return { isAny: true };
  const leaves = [one.leaf, other.leaf].filter((leaf) => leaf !== undefined);
  const leaf = {
    isValid: (text: string) => leaves.some(({ isValid }) => isValid(text)),
    isAmount: leaves.some(({ isAmount }) => isAmount),
  };
  const parts = one.parts && other.parts ? blendParts(one.parts, other.parts) : (one.parts ?? other.parts);
  return {
    ...(leaves.length > 0 ? { leaf } : {}),
    ...(parts ? { parts, isChoice: one.isChoice === true || other.isChoice === true } : {}),
  };
}

/** The parts of both in an order that keeps that of each; where the two differ, that of the second. */
function blendParts(one: readonly Part[], other: readonly Part[]): readonly Part[] {
  const waiting = [...one];
  const parts: Part[] = [];
  for (const part of other) {
    const at = waiting.findIndex(({ name }) => name === part.name);
    if (at < 0) {
      parts.push({ ...part, min: 0 });
      continue;
    }
    const before = waiting.splice(0, at).filter(({ name }) => !other.some((each) => each.name === name));
    parts.push(...before.map((each) => ({ ...each, min: 0 })));
    const same = waiting.shift()!;
    const [min, max] = [Math.min(part.min, same.min), Math.max(part.max, same.max)];
    parts.push({ name: part.name, min, max, type: blended(same.type, part.type) });
  }
  const rest = waiting.filter(({ name }) => !other.some((each) => each.name === name));
  return [...parts, ...rest.map((each) => ({ ...each, min: 0 }))];
}
