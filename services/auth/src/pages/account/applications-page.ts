import { type Html, html, icons, type Language, type Page, showMoment } from '@app/pages';
import type { Application } from '../../clients/application.ts';
import { nameOf, scopeText } from './api-access/words.ts';
import { formToken, framePage, nothingYet, type PageContext, type PageVisitor } from './frame.ts';

const words = {
  title: { nob: 'Tilkoblede programmer', eng: 'Connected applications' },
  lead: {
    nob: 'Programmer som du har gitt tilgang, og som kan fornye den selv. Kjenner du ikke igjen et av dem, så koble det fra.',
    eng: 'Applications that you gave access to and that can renew it themselves. Disconnect any that you do not recognise.',
  },
  empty: { nob: 'Ingen programmer er koblet til', eng: 'No applications are connected' },
  emptyText: {
    nob: 'Når du gir et program tilgang, står det her, og du kan ta tilgangen tilbake.',
    eng: 'When you give an application access it stands here, and you can take the access back.',
  },
  done: {
    nob: 'Programmet er koblet fra. Det kan ikke fornye tilgangen, og det siste det fikk, går ut innen en time.',
    eng: 'The application is disconnected. It cannot renew its access, and the last it got ends within an hour.',
  },
  may: { nob: 'Kan', eng: 'May' },
  back: { nob: 'Hører til', eng: 'Belongs to' },
  since: { nob: 'Fikk tilgang', eng: 'Got access' },
  used: { nob: 'Sist fornyet', eng: 'Last renewed' },
  disconnect: { nob: 'Koble fra', eng: 'Disconnect' },
} as const;

/** What a person gave access to, and the way to take it back. */
export function applicationsPage(
  options: PageContext & {
    readonly applications: readonly Application[];
    readonly isDone: boolean;
  },
): Page {
  const { language, visitor, applications, isDone } = options;
  return framePage(
    options,
    { place: 'applications', title: words.title[language], lead: words.lead, done: isDone && words.done },
    html`${applications.length === 0 ? nothingYet(icons.both, words.empty[language], words.emptyText[language]) : applications.map((application, index) => entryOf(application, index, visitor, language))}`,
  );
}

function entryOf(application: Application, index: number, visitor: PageVisitor, language: Language): Html {
  const { clientId, clientName, redirectUris, mayWrite, since, lastUsedAt } = application;
  const name = nameOf(clientName, language);
  const hosts = [...new Set(redirectUris.map((uri) => new URL(uri).host))];
  return html`<article class="entry" aria-labelledby="${`application-${index}`}">
<div class="head"><h2 id="${`application-${index}`}">${name}</h2>
<form method="post" action="${`/account/applications/${encodeURIComponent(clientId)}/disconnect`}">${formToken(visitor)}<button class="button danger small" type="submit" aria-label="${`${words.disconnect[language]} ${name}`}">${words.disconnect[language]}</button></form></div>
<dl class="facts">
<dt>${words.may[language]}</dt><dd>${scopeText(mayWrite ? 'read write' : 'read', language)}</dd>
${hosts.length === 0 ? null : html`<dt>${words.back[language]}</dt><dd>${hosts.join(', ')}</dd>`}
<dt>${words.since[language]}</dt><dd>${showMoment(since, language)}</dd>
<dt>${words.used[language]}</dt><dd>${showMoment(lastUsedAt, language)}</dd>
</dl>
</article>`;
}
