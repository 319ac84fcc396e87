const UNKNOWN = new Set<unknown>(['UNIMPLEMENTED', 'PERMISSION_DENIED']);

/** Does an error say that a service of the release before has no such method, or not for this caller? */
export const isUnknownCall = (error: unknown): boolean => UNKNOWN.has((error as { readonly code?: unknown }).code);

/**
 * Makes one call of several that are there together, each a request with its options.
 * @param send gives the answer to each; undefined of what the other side left out, and has done nothing for
 * @returns undefined for each that is to be called by itself: the only one, what was left out, and all of them where
 * the other side is of a release that knows no such call
 */
export async function ofMany<Request, Answer>(
  calls: readonly (readonly [Request, ...unknown[]])[],
  send: (requests: Request[]) => Promise<readonly (Answer | undefined)[]>,
): Promise<readonly (Answer | undefined)[]> {
  // Nobody else waits while the only one waits.
  if (calls.length === 1) return [undefined];
  try {
    return await send(calls.map(([request]) => request));
  } catch (error) {
    if (isUnknownCall(error)) return calls.map(() => undefined);
    throw error;
  }
}
