/**
 * An entry that could not be posted at once, beside others that are there together: nothing was written for it, and it
 * is to be posted by itself, where it may wait and learns what is wrong with it.
 */
export class LeftOut extends Error {}
