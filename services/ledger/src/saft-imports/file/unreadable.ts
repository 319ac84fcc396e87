/** A file that nothing can be read from any further: the sentence says why. */
export class UnreadableFile extends Error {}

export const unreadable = (why: string): UnreadableFile => new UnreadableFile(why);
