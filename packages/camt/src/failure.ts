/** A file that is no CAMT, not whole, or says what cannot be taken: the sentence says what, for people. */
export class CamtFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CamtFailure';
  }
}

export const unreadable = (why: string): CamtFailure => new CamtFailure(why);
