/**
 * What is the matter with a file:
 * - `encrypted`: it opens with a password alone
 * - `unreadable`: it is not, or not wholly, what its media type says
 * - `too_many_pages`: it has more pages than are drawn
 * - `too_large`: it has, or unfolds to, more bytes, pixels or text than are read
 * - `too_slow`: reading it takes longer than a file may
 */
export type RenderingReason = 'encrypted' | 'unreadable' | 'too_many_pages' | 'too_large' | 'too_slow';

/** The file is at fault: reading it again fails again. */
export class RenderingFailure extends Error {
  readonly reason: RenderingReason;

  constructor(reason: RenderingReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RenderingFailure';
    this.reason = reason;
  }
}

/** More files wait than may: no file is at fault, and the same call may do later. */
export class RenderingBusy extends Error {
  constructor() {
    super('Too many files are being read at this moment');
    this.name = 'RenderingBusy';
  }
}

/** A range that is none of pages of the file. */
export class PagesOutOfRange extends RangeError {}

export const unreadable = (message: string, cause?: unknown): RenderingFailure =>
  new RenderingFailure('unreadable', message, { cause });

export const tooLarge = (message: string): RenderingFailure => new RenderingFailure('too_large', message);
