import type { Language } from '@app/runtime';

/** What the answer says when an archive was asked for. */
export const queued: Readonly<Record<Language, string>> = {
  nob: 'Dataeksporten lages. Du får en e-post med en lenke når den er klar',
  eng: 'The data export is being made. You get a mail with a link when it is ready',
};
