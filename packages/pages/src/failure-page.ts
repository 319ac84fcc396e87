import { inWordsOf } from '@app/translation';
import { noticePage } from './notice-page.ts';
import type { Language, Page, Words } from './page.ts';

/** What a page needs to know of a failure. */
export interface ShownFailure {
  readonly code: string;
  readonly status: number;
  /** The exact sentence, for whoever looks into it. */
  readonly message: string;
  /** Seconds until a next try makes sense, when that is known. */
  readonly retryAfter?: number | undefined;
}

interface Explanation {
  readonly title: Words;
  readonly text: Words;
}

const notThere: Explanation = {
  title: { nob: 'Denne siden finnes ikke', eng: 'There is no such page' },
  text: {
    nob: 'Adressen er kanskje skrevet feil, eller siden er flyttet.',
    eng: 'The address may be misspelt, or the page has moved.',
  },
};

const explanations: Readonly<Record<number, Explanation>> = {
  404: notThere,
  405: notThere,
  429: {
    title: { nob: 'Litt for mange forsøk', eng: 'A few tries too many' },
    text: {
      nob: 'For å beskytte brukere tar vi imot et begrenset antall forsøk fra samme sted. Vent litt og prøv igjen.',
      eng: 'To protect our users we take a limited number of tries from one place. Wait a little and try again.',
    },
  },
  503: {
    title: { nob: 'Vi er straks tilbake', eng: 'We will be right back' },
    text: {
      nob: 'Denne delen av tjenesten svarer ikke akkurat nå. Ingenting er gått tapt. Prøv igjen om et øyeblikk.',
      eng: 'This part of the service does not answer right now. Nothing is lost. Try again in a moment.',
    },
  },
};

const refused: Explanation = {
  title: { nob: 'Dette kunne vi ikke ta imot', eng: 'We could not take this' },
  text: {
    nob: 'Siden kan ha ligget åpen for lenge, eller blitt sendt fra en annen innlogging. Åpne den på nytt og prøv en gang til.',
    eng: 'The page may have been open for too long, or was sent from another login. Open it again and try once more.',
  },
};

const broken: Explanation = {
  title: { nob: 'Noe gikk galt hos oss', eng: 'Something went wrong on our side' },
  text: {
    nob: 'Ingenting ble lagret. Prøv igjen, og oppgi referansen nederst på siden hvis det skjer en gang til.',
    eng: 'Nothing was stored. Try again, and name the reference at the foot of this page if it happens once more.',
  },
};

const minutes = {
  nob: (n: number) => ` Du kan prøve igjen om ${n === 1 ? 'ett minutt' : `${n} minutter`}.`,
  eng: (n: number) => ` You can try again in ${n === 1 ? 'a minute' : `${n} minutes`}.`,
};

const details: Words = { nob: 'Til feilsøking', eng: 'For troubleshooting' };
const home: Words = { nob: 'Til forsiden', eng: 'To the front page' };

/** A failure as a person gets to see it: what it means, what to do now, and the reference to name to support. */
export function failurePage(failure: ShownFailure, requestId: string, language: Language): Page {
  const { title, text } = explanations[failure.status] ?? (failure.status < 500 ? refused : broken);
  const wait =
    failure.retryAfter === undefined ? '' : minutes[language](Math.max(1, Math.ceil(failure.retryAfter / 60)));
  return noticePage({
    language,
    title: title[language],
    text: text[language] + wait,
    code: failure.code,
    codeLabel: details[language],
    detail: inWordsOf(failure.message, language),
    requestId,
    next: { href: '/', label: home[language] },
  });
}
