import { type DueMail, languageTag, layOut, type Mail } from '@app/mail';
import { type Language, shownName } from '@app/runtime';
import { findContract } from '../contracts/store.ts';
import type { InvitationDependencies } from '../invitations/create.ts';
import { findInvitation } from '../invitations/store.ts';
import { findAccount } from '../tenancy/account-store.ts';
import { findUsers } from '../tenancy/users.ts';

/** Whom a taking over concerns, each by what it ended for them. */
export type TakeOverNotice =
  | {
      readonly kind: 'access_ended';
      readonly reference: { readonly client_account_id: number; readonly user_id: number };
    }
  | { readonly kind: 'invitation_ended'; readonly reference: { readonly invitation_id: number } }
  | { readonly kind: 'contract_reopened'; readonly reference: { readonly contract_id: number } };

type Kind = TakeOverNotice['kind'];

const words: Readonly<
  Record<Language, Readonly<Record<Kind, (company: string) => { subject: string; lead: string; todo: string }>>>
> = {
  nob: {
    access_ended: (company) => ({
      subject: `Tilgangen din til regnskapet for ${company} er avsluttet`,
      lead: `En person som etter offentlige registre kan handle for ${company}, har overtatt regnskapet. Alle tidligere tilganger er derfor avsluttet, også din.`,
      todo: `Trenger du fortsatt tilgang, ber du en eier hos ${company} om en invitasjon.`,
    }),
    invitation_ended: (company) => ({
      subject: `Invitasjonen til regnskapet for ${company} gjelder ikke lenger`,
      lead: `En person som etter offentlige registre kan handle for ${company}, har overtatt regnskapet. Invitasjonen du fikk før det, kan ikke lenger godtas.`,
      todo: `Skal du ha tilgang, ber du en eier hos ${company} om en ny invitasjon.`,
    }),
    contract_reopened: (company) => ({
      subject: `Avtalen med ${company} venter på ny godkjenning`,
      lead: `En person som etter offentlige registre kan handle for ${company}, har overtatt regnskapet. Avtalen ble godkjent av noen andre, så tilgangen hviler til den nye eieren har svart.`,
      todo: `Ta kontakt med ${company} om avtalen skal fortsette.`,
    }),
  },
  eng: {
    access_ended: (company) => ({
      subject: `Your access to the books of ${company} has ended`,
      lead: `Somebody who may act for ${company} according to public registers has taken over its books. All access given before has therefore ended, yours too.`,
      todo: `If you still need access, ask an owner of ${company} for an invitation.`,
    }),
    invitation_ended: (company) => ({
      subject: `The invitation to the books of ${company} is no longer valid`,
      lead: `Somebody who may act for ${company} according to public registers has taken over its books. The invitation you got before that can no longer be accepted.`,
      todo: `If you should have access, ask an owner of ${company} for a new invitation.`,
    }),
    contract_reopened: (company) => ({
      subject: `The contract with ${company} waits for approval again`,
      lead: `Somebody who may act for ${company} according to public registers has taken over its books. The contract was approved by somebody else, so access rests until the new owner has answered.`,
      todo: `Get in touch with ${company} if the contract is to go on.`,
    }),
  },
};

const greeting = { nob: 'Hei!', eng: 'Hello!' } as const;

const isTakeOverKind = (kind: string): kind is Kind => Object.hasOwn(words.eng, kind);

type Dependencies = Pick<InvitationDependencies, 'db' | 'clock' | 'users'>;

/**
 * Writes to somebody whom a taking over concerns; null when there is nobody left to write to, undefined for mails of
 * another kind.
 * @throws Failure 503 while auth cannot say what the address is
 */
export async function takeOverMail(
  deps: Dependencies,
  { kind, reference, language }: DueMail,
): Promise<Mail | null | undefined> {
  if (!isTakeOverKind(kind)) return undefined;
  const concerned = await concernedBy(deps, { kind, reference } as TakeOverNotice);
  const account = concerned && (await findAccount(deps.db.executor, concerned.clientAccountId, deps.clock.today()));
  if (!concerned || !account) return null;
  const { subject, lead, todo } = words[language][kind](shownName(account.displayName));
  const letter = layOut({ language, subject, greeting: greeting[language], lead, closing: [todo] });
  return { ...letter, to: concerned.email, language: languageTag(language) };
}

async function concernedBy(
  deps: Dependencies,
  notice: TakeOverNotice,
): Promise<{ readonly email: string; readonly clientAccountId: number } | undefined> {
  const { executor } = deps.db;
  if (notice.kind === 'invitation_ended') return findInvitation(executor, notice.reference.invitation_id);
  if (notice.kind === 'access_ended')
    return atAddress(deps, notice.reference.user_id, notice.reference.client_account_id);
  // Whoever offered the services for the firm.
  const contract = await findContract(executor, notice.reference.contract_id);
  return contract && atAddress(deps, contract.createdById, contract.clientAccountId);
}

async function atAddress({ users }: Dependencies, userId: number | null, clientAccountId: number) {
  if (userId === null) return undefined;
  const email = (await findUsers(users, [userId])).get(userId)?.email;
  return email ? { email, clientAccountId } : undefined;
}
