/** Users, logins, passwords, mailed links and clients. */
export const auth = {
  'These are not the credentials of one of your clients': 'Dette er ikke tilgangsbeviset til en av klientene dine',
  'There is no such client among yours': 'Det er ingen slik klient blant dine',
  'There is no such application': 'Det finnes ikke noe slikt program',
  'The form belongs to another login; open the page again and send it from there':
    'Skjemaet hører til en annen innlogging; åpne siden på nytt og send det derfra',
  'This form was answered before, is too old or belongs to another login; begin again in the application':
    'Dette skjemaet er besvart før, er for gammelt eller hører til en annen innlogging; begynn på nytt i programmet',
  'The e-mail address belongs to another user': 'E-postadressen tilhører en annen bruker',
  'Too many links were mailed in the last hour; use the newest one, or try again in an hour':
    'Det er sendt for mange lenker den siste timen; bruk den nyeste, eller prøv igjen om en time',
  'No address waits for this link: it is incomplete, used, replaced by a newer one or older than three days':
    'Ingen adresse venter på denne lenken: den er ufullstendig, brukt, erstattet av en nyere eller eldre enn tre dager',
  'The link is incomplete, used or older than an hour; ask for a new one':
    'Lenken er ufullstendig, brukt eller eldre enn en time; be om en ny',
  'Too many people are logging in at this moment; try again in a few seconds':
    'For mange logger inn akkurat nå; prøv igjen om noen sekunder',
  'Invalid email or password': 'Feil e-postadresse eller passord',
  'The refresh_token cookie is missing': 'Informasjonskapselen refresh_token mangler',

  'The password must have {least:number} to {most:number} characters': 'Passordet må ha {least} til {most} tegn',
  'The password must mix at least two of: lower case letters, upper case letters, digits, other characters':
    'Passordet må ha minst to av disse: små bokstaver, store bokstaver, sifre, andre tegn',
  'The password must not contain the name part of the e-mail address':
    'Passordet kan ikke inneholde navnedelen av e-postadressen',
  'The password is one of the most used ones and would be guessed first':
    'Passordet er et av de mest brukte og ville blitt gjettet først',
  'The password is not the one of the existing user': 'Passordet er ikke det den eksisterende brukeren har',
  'A new e-mail address or password needs the current password, and the one sent is missing or wrong':
    'En ny e-postadresse eller et nytt passord krever det nåværende passordet, og det som ble sendt, mangler eller er feil',
  'is missing or wrong': 'mangler eller er feil',

  'The user of this token no longer exists': 'Brukeren som tokenet tilhører, finnes ikke lenger',
  'There is no user {id} that you share a client account with':
    'Det finnes ingen bruker {id} som du deler en klientkonto med',
  'There is no user {id}': 'Det finnes ingen bruker {id}',
  'Only an administrator may deactivate or reactivate users':
    'Bare en administrator kan deaktivere eller reaktivere brukere',
  'User {id} is one that the platform itself acts as; it can be neither deactivated nor reactivated':
    'Bruker {id} er en som plattformen selv opptrer som; den kan verken deaktiveres eller reaktiveres',
  'Administrators do not deactivate themselves; ask another one':
    'Administratorer deaktiverer ikke seg selv; be en annen om det',
  'User {id} is the last active administrator': 'Bruker {id} er den siste aktive administratoren',
  'You have just been deactivated': 'Du er nettopp deaktivert',
  'There is no refresh token {id}': 'Det finnes ingen fornyelsestoken {id}',
  'Only an administrator may see and revoke the tokens of others':
    'Bare en administrator kan se og trekke tilbake andres tokener',
  'Send exactly one of token_id, user_id and client_id, not {count:number}':
    'Send nøyaktig én av token_id, user_id og client_id, ikke {count}',
} as const;
