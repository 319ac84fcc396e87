import { type DueMail, type Letter, languageTag, type Mail } from '@app/mail';
import type { Language } from '@app/runtime';
import type { AuthDeps } from './deps.ts';
import { writeChangeNotice, writeVerification } from './email-verification/letters.ts';
import { findLinkById, type MailedLink } from './mailed-links/store.ts';
import { tokenOf } from './mailed-links/token.ts';
import { writeReset } from './password-reset/letter.ts';
import { answerRequest } from './password-reset/request.ts';

type Deps = Pick<AuthDeps, 'db' | 'clock' | 'sealer' | 'logger' | 'issuer'>;

const VERIFICATIONS = '/public/v2/email-verifications';
const RESETS = '/public/v2/oauth/password-reset';

/**
 * Writes a mail when it is sent: its link is made then and kept nowhere, and leads to our own origin as it is
 * configured, whatever a request named. Null when there is nothing left to say.
 */
export async function writeMail(
  deps: Deps,
  { kind, reference, language }: Pick<DueMail, 'kind' | 'reference' | 'language'>,
): Promise<Mail | null> {
  const { db, clock, issuer } = deps;
  if (kind === 'password_reset_request') {
    await answerRequest(deps, Number(reference.request_id));
    return null;
  }
  const link = await findLinkById(db, Number(reference.link_id), clock.millis());
  if (!link) return null;
  // Sent whatever became of the link meanwhile: whoever uses it fast must not go unnoticed.
  if (kind === 'email_change_notice')
    return link.noticeTo === null
      ? null
      : to(link.noticeTo, language, writeChangeNotice(language, `${issuer}${RESETS}`));
  if (!link.isAlive) return null;
  if (kind === 'email_verification')
    return to(link.email, language, writeVerification(language, addressOf(deps, VERIFICATIONS, link), link.expiresAt));
  if (kind === 'password_reset')
    return to(link.email, language, writeReset(language, addressOf(deps, RESETS, link), link.expiresAt));
  throw new Error(`Nobody here writes mails of the kind "${kind}"`);
}

const to = (address: string, language: Language, letter: Letter): Mail => ({
  ...letter,
  to: address,
  language: languageTag(language),
});

const addressOf = ({ issuer, sealer }: Deps, path: string, link: MailedLink): string =>
  `${issuer}${path}/${tokenOf(sealer, link)}`;
