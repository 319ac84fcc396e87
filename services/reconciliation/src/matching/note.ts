import type { Language } from '@app/runtime';

/** A sentence about a proposal, in either language: the one of the books is stored. */
export type Note = Readonly<Record<Language, string>>;
