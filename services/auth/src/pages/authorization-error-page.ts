import type { Failure } from '@app/contract/failure';
import { type Language, noticePage, type Page } from '@app/pages';
import { inWordsOf } from '@app/translation';

const words = {
  title: { nob: 'Programmet kan ikke kobles til', eng: 'The application cannot be connected' },
  text: {
    nob: 'Programmet du kom fra sendte noe som ikke stemmer, så vi stoppet her. Du har ikke gjort noe galt. Gå tilbake og prøv en gang til, eller si fra til den som lager programmet.',
    eng: 'The application you came from sent something that is not right, so we stopped here. You did nothing wrong. Go back and try once more, or tell whoever makes the application.',
  },
} as const;

/** What a person sees when an authorization request cannot be answered to the application itself. */
export const authorizationErrorPage = (language: Language, failure: Failure, requestId: string): Page =>
  noticePage({
    language,
    title: words.title[language],
    text: words.text[language],
    code: failure.code,
    detail: inWordsOf(failure.message, language),
    requestId,
  });
