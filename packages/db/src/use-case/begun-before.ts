/** A key that is taken: somebody else has begun the same, so the transaction at hand must not. */
export class BegunBefore extends Error {}
