/** Client accounts, contracts, engagements, settings, business partners and dimensions. */
export const organisation = {
  'external_id is "{external}", which business partner {id} has':
    'external_id er «{external}», som forretningspartner {id} har',
  'The file is no PNG, JPEG or WEBP picture': 'Filen er ikke et bilde i PNG, JPEG eller WEBP',
  'The picture is {width:number} x {height:number} pixels; a logo has {least:number} to {most:number} pixels a side':
    'Bildet er {width} x {height} piksler; en logo har {least} til {most} piksler per side',
  'The picture is damaged, or larger than a logo may be': 'Bildet er skadet, eller større enn en logo kan være',
  'The address of the logo has expired or was changed; read the client account again for a fresh one':
    'Adressen til logoen er utløpt eller endret; les klientkontoen på nytt for å få en ny',
  'must be 2 (AA), 3 (CA) or 6 (US), and is {role}; BK and EM are given by invitation':
    'må være 2 (AA), 3 (CA) eller 6 (US), og er {role}; BK og EM gis ved invitasjon',
  'Your role on the client account has just ended or changed':
    'Rollen din på klientkontoen er nettopp avsluttet eller endret',
  'Nobody changes their own role; ask another AA or CA of the account':
    'Ingen endrer sin egen rolle; be en annen AA eller CA på kontoen om det',
  'Nobody removes themselves; ask another AA or CA of the account':
    'Ingen fjerner seg selv; be en annen AA eller CA på kontoen om det',
  'This user is the last active owner (CA) of the account; make another user CA first':
    'Denne brukeren er den siste aktive eieren (CA) av kontoen; gjør en annen bruker til CA først',
  'User {user} is no active user of client account {account}':
    'Bruker {user} er ikke en aktiv bruker av klientkonto {account}',
  'The users of this client account were changed over and over at the same moment; try again':
    'Brukerne av denne klientkontoen ble endret gang på gang i samme øyeblikk; prøv igjen',

  'must be the unique_name of the account, exactly': 'må være kontoens unique_name, nøyaktig',
  'must be the unique_name of the account': 'må være kontoens unique_name',
  'must be an array of categories': 'må være en liste med kategorier',
  'must name at least one category': 'må angi minst én kategori',
  'must name at most 100 categories': 'kan angi høyst 100 kategorier',
  'must hold {categories} as well, since their records name partners':
    'må også inneholde {categories}, siden oppføringene der viser til forretningspartnere',
  'Records of client account {id} are being removed already; wait until that has ended':
    'Oppføringer på klientkonto {id} fjernes allerede; vent til det er ferdig',
  'The records are being removed, and that goes on by itself until none is left':
    'Oppføringene fjernes, og det går videre av seg selv til ingen er igjen',
  'Client account {id} has contracts in force as a firm; end them first':
    'Klientkonto {id} har gjeldende avtaler som byrå; avslutt dem først',
  'The books of this organization are being removed; try again in a moment':
    'Regnskapet til denne enheten fjernes nå; prøv igjen om et øyeblikk',

  'There is no {record:record} {id}': 'Vi finner ikke {record} {id}',
  'Another active {record:record} of this client account has the same name by now; rename one of the two first':
    'En annen aktiv oppføring ({record}) på denne klientkontoen har nå det samme navnet; gi en av dem et nytt navn først',
  'An active {record:record} of this client account is called "{name}" already; choose another name':
    'Klientkontoen har alt en aktiv oppføring ({record}) med navnet «{name}»; velg et annet navn',
  'is required, since no organization is named': 'er påkrevd, siden ingen enhet er oppgitt',
  'Business partner {id} was activated at the same moment; read it and try again':
    'Forretningspartner {id} ble aktivert i samme øyeblikk; les den og prøv igjen',
  'must be a national identity number of eleven digits': 'må være et fødselsnummer på elleve sifre',
  'is no national identity number or D-number: eleven digits that begin with a birth date and end with two check digits':
    'er ikke et fødselsnummer eller D-nummer: elleve sifre som begynner med fødselsdatoen og slutter med to kontrollsifre',
  'belongs to the synthetic test population, and this installation takes numbers of real persons only':
    'hører til den syntetiske testbefolkningen, og denne installasjonen tar bare imot numrene til virkelige personer',
  'An active business partner of this client account is this organization already; use that partner':
    'En aktiv forretningspartner på denne klientkontoen er alt denne enheten; bruk den',
  '"{name}" cannot be deactivated while balances stand: {balances}':
    '«{name}» kan ikke deaktiveres så lenge det står saldoer: {balances}',
  'is "{code}", which is no tax code in force today': 'er «{code}», som ikke er en mva-kode som gjelder i dag',
  'User {id} has no access to this client account': 'Bruker {id} har ikke tilgang til denne klientkontoen',
  'There is no bank account {id} on this client account': 'Det finnes ingen bankkonto {id} på denne klientkontoen',
  'There is no business partner {id} on this client account':
    'Det finnes ingen forretningspartner {id} på denne klientkontoen',
  'organization_id and organization_number name one organization: send both as null to take it away, or one of them to change it':
    'organization_id og organization_number gjelder én enhet: send begge som null for å fjerne den, eller en av dem for å endre den',
  'is {number}, but organization {id} has the number {own}': 'er {number}, men enhet {id} har nummeret {own}',
  'There is no organization {id:number}; search for it by number first':
    'Det finnes ingen enhet {id}; søk den opp med nummeret først',
  'There is no organization {id:number}': 'Det finnes ingen enhet {id}',
  '{number} is no organization number: its check digit is wrong':
    '{number} er ikke et organisasjonsnummer: kontrollsifferet er feil',
  'The business registry has no organization with the number {number}':
    'Enhetsregisteret har ingen enhet med nummeret {number}',
  'The business registry did not answer, and nothing is stored here that could answer instead; try again in a few minutes':
    'Enhetsregisteret svarte ikke, og ingenting er lagret her som kunne svart i stedet; prøv igjen om noen minutter',
  'must be an organization number of nine digits': 'må være et organisasjonsnummer på ni sifre',
  'organization_number or name is required': 'organization_number eller name er påkrevd',
  'is required unless organization_id or organization_number names a registered organization':
    'er påkrevd med mindre organization_id eller organization_number gjelder en registrert enhet',
  'must be an account code such as 4300': 'må være et kontonummer som 4300',
  'must be a colour such as #1a2b3c': 'må være en farge som #1a2b3c',

  '"metadata.{key:field}" is {id}; an account can only be billed through one on which you have the role AA or CA':
    '«metadata.{key}» er {id}; en konto kan bare faktureres gjennom en der du har rollen AA eller CA',
  'exactly one of organization_id and organization_number is required':
    'nøyaktig én av organization_id og organization_number er påkrevd',
  'must be an array of contracts': 'må være en liste av avtaler',
  'must hold at most 20 contracts': 'kan ha høyst 20 avtaler',
  'must be true: what was confirmed once stays confirmed': 'må være true: det som er bekreftet, forblir bekreftet',
  'must name at least one field to change': 'må ha minst ett felt som skal endres',
  'You are no direct member of the provider account {id}': 'Du er ikke direkte medlem av byråkonto {id}',
  'The role EM on account {id} does not allow this': 'Rollen EM på konto {id} tillater ikke dette',
  'Account {id} is no provider firm: only accounting and auditing firms (industry code 69.2) open accounts with contracts':
    'Konto {id} er ikke et byrå: bare regnskaps- og revisjonsfirmaer (næringskode 69.2) oppretter kontoer med avtaler',
  'Client account {id} is inactive: it can be read, not written':
    'Klientkonto {id} er inaktiv: den kan leses, ikke skrives i',
  'The books of client account {id} hold entries; its accounting currency can no longer change':
    'Regnskapet til klientkonto {id} har bilag; regnskapsvalutaen kan ikke lenger endres',
  'The accounting currency of client account {id} was changed at the same moment; read it and try again':
    'Regnskapsvalutaen til klientkonto {id} ble endret i samme øyeblikk; les den og prøv igjen',
  'This organization is already registered; ask an owner of its account for an invitation':
    'Denne enheten er alt registrert; be en eier av kontoen om en invitasjon',
  'This organization already has a client account; an organization can have only one':
    'Denne enheten har alt en klientkonto; en enhet kan bare ha én',
  'The number of {records:counted} cannot be counted right now; try again in a moment':
    'Antallet {records} kan ikke telles akkurat nå; prøv igjen om et øyeblikk',

  'must be another client account than provider_client_account_id':
    'må være en annen klientkonto enn provider_client_account_id',
  'One PATCH does one thing: send approval_status, or end_date with termination_reason, or service_provided and start_date, each in a call of its own':
    'Én PATCH gjør én ting: send approval_status, eller end_date med termination_reason, eller service_provided og start_date, hver i sitt eget kall',
  'is required to terminate the contract; termination_reason alone does not':
    'er påkrevd for å avslutte avtalen; termination_reason alene gjør det ikke',
  'is {end}, before the contract begins on {start}': 'er {end}, før avtalen begynner den {start}',
  'There is no contract {id}': 'Det finnes ingen avtale {id}',
  'The two accounts already have an active or pending contract for this service':
    'De to kontoene har alt en aktiv eller ventende avtale om denne tjenesten',
  'Contract {id} is {status}; only a PENDING one can be approved or rejected':
    'Avtale {id} er {status}; bare en som er PENDING kan godkjennes eller avslås',
  'Contract {id} is {status}; only an APPROVED one can be terminated':
    'Avtale {id} er {status}; bare en som er APPROVED kan avsluttes',
  'is {service}, as approved; offer another contract for {wanted}':
    'er {service}, slik det er godkjent; tilby en annen avtale om {wanted}',
  'is {wanted}, but the contract is approved from {start} on and can only begin later':
    'er {wanted}, men avtalen er godkjent fra {start} og kan bare begynne senere',
  'Account {id} is no provider firm (industry code 69.2), so it cannot offer its services':
    'Konto {id} er ikke et byrå (næringskode 69.2), og kan derfor ikke tilby tjenester',
  'Client account {id} is not proven, so it cannot work for others: complete signup for its organization, or ask an administrator to confirm it':
    'Klientkonto {id} er ikke bekreftet, og kan derfor ikke arbeide for andre: fullfør registreringen av enheten, eller be en administrator bekrefte den',
  'You are no direct active member of the provider account {id}':
    'Du er ikke et direkte, aktivt medlem av byråkonto {id}',
  'You have access to neither party of contract {id}': 'Du har ikke tilgang til noen av partene i avtale {id}',
  'Only a direct member of the provider firm or an owner (CA) of the customer account terminates a contract':
    'Bare et direkte medlem av byrået eller en eier (CA) av kundens konto avslutter en avtale',
  'Changing a contract takes access to the provider account': 'Å endre en avtale krever tilgang til byråets konto',
  'Only an owner (CA) of the customer account approves or rejects a contract; while it has none, an AA or CA of a firm whose contract with it is in force':
    'Bare en eier (CA) av kundens konto godkjenner eller avslår en avtale; så lenge den ikke har noen, en AA eller CA i et byrå med en gjeldende avtale',
  'The two accounts of a contract never change; make another contract':
    'De to kontoene i en avtale endres aldri; lag en ny avtale',
  'is {end}, but the contract already ends on {known}; it can end earlier, not later. Make another contract':
    'er {end}, men avtalen slutter alt den {known}; den kan slutte tidligere, ikke senere. Lag en ny avtale',
  'cannot be empty: the contract is approved': 'kan ikke være tom: avtalen er godkjent',

  'You are no direct, active member of the provider firm {id}': 'Du er ikke et direkte, aktivt medlem av byrået {id}',
  'Client account {id} is no provider firm (industry code 69.2), so it cannot take on clients':
    'Klientkonto {id} er ikke et byrå (næringskode 69.2), og kan derfor ikke ta på seg klienter',
  'Exactly one of client_account_id and organization_id names the client; {which:sent} sent':
    'Nøyaktig én av client_account_id og organization_id angir klienten; {which} sendt',
  'send exactly one of client_account_id and organization_id':
    'send nøyaktig én av client_account_id og organization_id',
  '{fault:text} when invite_owner is true': '{fault} når invite_owner er true',
  'A firm cannot be its own client; name another client':
    'Et byrå kan ikke være sin egen klient; oppgi en annen klient',
  'The firm and this client already have an active or pending contract for this service':
    'Byrået og denne klienten har alt en aktiv eller ventende avtale om denne tjenesten',
  'Client account {id} has an active owner already, so no other is invited; engage without invite_owner, and the owner decides about the contract':
    'Klientkonto {id} har alt en aktiv eier, så ingen annen inviteres; opprett oppdraget uten invite_owner, så avgjør eieren avtalen',

  'is {end}, before the project starts on {start}': 'er {end}, før prosjektet starter den {start}',
  'Projects are turned off in the settings in force today; an AA or CA can turn "project_module" on':
    'Prosjekter er slått av i innstillingene som gjelder i dag; en AA eller CA kan slå på «project_module»',

  'must be from 0 to 1, such as 0.1410': 'må være fra 0 til 1, som 0.1410',
  'is {date}, but the settings in force began on {start}, and that stays; POST adds a version from another day on':
    'er {date}, men innstillingene som gjelder, begynte den {start}, og det blir stående; POST legger til en versjon fra en annen dag',
  '{id} is no business partner of this client account': '{id} er ikke en forretningspartner på denne klientkontoen',
  'Another version of the settings covers these days; read the list and try again':
    'En annen versjon av innstillingene dekker disse dagene; les listen og prøv igjen',
  'active_from is {date}; it must be after {start}, when the settings in force today began. Use PATCH to change those':
    'active_from er {date}; det må være etter {start}, da innstillingene som gjelder i dag begynte. Bruk PATCH for å endre dem',
  'A version of the settings already begins on {date}; choose another day':
    'En versjon av innstillingene begynner alt den {date}; velg en annen dag',
  'is {wanted}, but these settings {end:text}: a version ends the day before the next begins, so leave it out':
    'er {wanted}, men disse innstillingene {end}: en versjon slutter dagen før den neste begynner, så utelat det',
  'have no end': 'har ingen slutt',
  'end on {date}': 'slutter den {date}',
} as const;
