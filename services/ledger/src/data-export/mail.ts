import type { Executor } from '@app/db';
import { type DueMail, languageTag, layOut, letterMoment, type Mail } from '@app/mail';
import { type Language, shownName } from '@app/runtime';

import { type ArchiveLinks, keptUntil } from './links.ts';
import type { Readers } from './readers.ts';
import { findExport } from './store.ts';

export interface MailDependencies {
  readonly db: { readonly executor: Executor };
  readonly links: ArchiveLinks;
  readonly readers: Readers;
  /** What the company is called. @throws Failure 503 */
  readonly displayName: (clientAccountId: number) => Promise<string>;
  /** @throws Failure 503 */
  readonly emailOf: (userId: number) => Promise<string | undefined>;
}

const words: Readonly<
  Record<
    Language,
    (
      name: string,
      until: string,
    ) => Readonly<Record<'subject' | 'greeting' | 'lead' | 'action' | 'deadline' | 'care', string>>
  >
> = {
  nob: (name, until) => ({
    subject: `Dataeksport for ${name}`,
    greeting: 'Hei!',
    lead: `Dataeksporten du ba om for ${name}, er klar: SAF-T-filen, alle bilag og en oversikt over dem.`,
    action: 'Last ned dataeksporten',
    deadline: `Lenken virker til ${until}. Etter det kan du be om en ny eksport.`,
    care: 'Filen inneholder hele regnskapet. Alle som har lenken, kan laste den ned: ikke send den videre.',
  }),
  eng: (name, until) => ({
    subject: `Data export for ${name}`,
    greeting: 'Hello!',
    lead: `The data export you asked for is ready for ${name}: the SAF-T file, every voucher, and a list of them.`,
    action: 'Download the data export',
    deadline: `The link works until ${until} (Oslo time). After that you can ask for a new export.`,
    care: 'The file holds the whole books. Everybody who has the link can download it: do not pass it on.',
  }),
};

/**
 * Writes the mail of an archive when it is sent: its link is made then and kept nowhere. Null once there is nothing to
 * download, or the one who asked may no longer have it.
 * @throws Failure 503
 */
export async function exportMail(
  { db, links, readers, displayName, emailOf }: MailDependencies,
  { reference, language }: Pick<DueMail, 'reference' | 'language'>,
): Promise<Mail | null> {
  const archive = await findExport(db.executor, Number(reference.export_id));
  const link = archive && links.ofMail(archive);
  if (!archive || !link || !(await readers.mayRead(archive.userId, archive.clientAccountId))) return null;
  const to = await emailOf(archive.userId);
  if (!to) return null;
  const until = letterMoment(new Date(keptUntil(archive)! * 1_000), language);
  const said = words[language](shownName(await displayName(archive.clientAccountId)), until);
  const letter = layOut({
    language,
    subject: said.subject,
    greeting: said.greeting,
    lead: said.lead,
    action: { label: said.action, link },
    closing: [said.deadline, said.care],
  });
  return { ...letter, to, language: languageTag(language) };
}
