/** Invitations to client accounts. */
export const invitations = {
  'Only whoever sent the invitation, or an AA or CA of the client account, cancels it':
    'Bare den som sendte invitasjonen, eller en AA eller CA på klientkontoen, kan trekke den tilbake',
  'Invitation {id} is gone': 'Invitasjon {id} er borte',
  'Invitation {id} was accepted; remove user {user} from the client account instead':
    'Invitasjon {id} ble godtatt; fjern heller bruker {user} fra klientkontoen',
  'Only an AA or CA of the client account invites': 'Bare en AA eller CA på klientkontoen kan invitere',
  'Nobody is invited as system administrator (role 1); choose 2, 3, 4 or 5':
    'Ingen inviteres som systemadministrator (rolle 1); velg 2, 3, 4 eller 5',
  'There is no role {role} to invite to; choose 2 (AA), 3 (CA), 4 (BK) or 5 (EM)':
    'Det finnes ingen rolle {role} å invitere til; velg 2 (AA), 3 (CA), 4 (BK) eller 5 (EM)',
  'Client account {id} is no provider firm (industry code 69.2), and accountants (role 2) are invited to provider firms only; choose 3, 4 or 5':
    'Klientkonto {id} er ikke et byrå (næringskode 69.2), og regnskapsførere (rolle 2) inviteres bare til byråer; velg 3, 4 eller 5',
  '{email} has access to client account {id} already; change the role of the user instead':
    '{email} har alt tilgang til klientkonto {id}; endre heller rollen til brukeren',
  'This invitation was cancelled; ask for a new one': 'Denne invitasjonen er trukket tilbake; be om en ny',
  'This invitation was accepted already; log in instead': 'Denne invitasjonen er alt godtatt; logg heller inn',
  'This invitation ran out on {date}; ask for a new one': 'Denne invitasjonen gikk ut den {date}; be om en ny',
  'The client account of this invitation is inactive; ask its owner to activate it':
    'Klientkontoen til denne invitasjonen er inaktiv; be eieren aktivere den',
  'The engagement behind this invitation is {status}; ask the firm for a new request':
    'Oppdraget bak denne invitasjonen er {status}; be byrået om en ny forespørsel',
  'The engagement behind this invitation has not been approved by the client account yet; ask those who keep its books, or complete signup for the company':
    'Oppdraget bak denne invitasjonen er ikke godkjent av klientkontoen ennå; spør dem som fører regnskapet, eller fullfør registreringen av selskapet',
  'Whoever sent this invitation may not give the role any more; ask an owner of the account for a new one':
    'Den som sendte denne invitasjonen, kan ikke gi rollen lenger; be en eier av kontoen om en ny',
  'This invitation was sent to another address; use the address the mail came to':
    'Denne invitasjonen ble sendt til en annen adresse; bruk adressen e-posten kom til',
  'There is no invitation {id}': 'Det finnes ingen invitasjon {id}',
  'No invitation has this link; it may be incomplete. Open it from the mail again, or ask for a new one':
    'Ingen invitasjon har denne lenken; den kan være ufullstendig. Åpne den fra e-posten igjen, eller be om en ny',
  '{sent:text}; the next can be sent in {seconds:number} seconds': '{sent}; den neste kan sendes om {seconds} sekunder',
  'You have sent {most:number} invitations within an hour': 'Du har sendt {most} invitasjoner i løpet av en time',
  '{most:number} invitations to client account {id} have been sent within a day':
    '{most} invitasjoner til klientkonto {id} er sendt i løpet av et døgn',
  'An earlier attempt of the same request is being settled; ask again in a moment':
    'Et tidligere forsøk på den samme forespørselen gjøres opp; spør igjen om et øyeblikk',
  'The acceptance was refused; send it again': 'Godtakelsen ble avvist; send den på nytt',
  'Only a direct owner (CA) of client account {id} gives or takes the role CA; through a contract it is given only while the account has no active owner':
    'Bare en direkte eier (CA) av klientkonto {id} gir eller tar rollen CA; gjennom en avtale gis den bare så lenge kontoen ikke har en aktiv eier',
} as const;
