/** Internal reconciliations. */
export const internalReconciliations = {
  'An exchange difference is claimed by ClaimLines alone': 'En valutadifferanse settes av bare med ClaimLines',
  '1 to {most:number} can be sent at once, not {count:number}': 'Det kan sendes 1 til {most} om gangen, ikke {count}',
  'must hold at least two lines': 'må ha minst to linjer',
  'must hold at most {count} lines': 'kan ha høyst {count} linjer',
  'is required, and must be true or false': 'er påkrevd, og må være true eller false',
  'cannot be changed: is_draft is sent alone': 'kan ikke endres: is_draft sendes alene',
  'A line can be named once in a reconciliation': 'En linje kan bare nevnes én gang i en avstemming',
  'is {id}, which entry_lines.{place} names already': 'er {id}, som entry_lines.{place} allerede nevner',
  'The lines cannot be reconciled like this': 'Linjene kan ikke avstemmes slik',
  'is {id}, which the client account does not have': 'er {id}, som klientkontoen ikke har',
  'is {id}, but line {line} belongs to journal entry {entry}': 'er {id}, men linje {line} hører til bilag {entry}',
  'is {id}, a line of a draft': 'er {id}, en linje i et utkast',
  'is {id}, a line of a cancelled entry': 'er {id}, en linje i et annullert bilag',
  'is {id}, a line of a reversal': 'er {id}, en linje i en reversering',
  'is {id}, of which nothing is left to reconcile': 'er {id}, der ingenting gjenstår å avstemme',
  'does not fit: {fc} at {rate} is not {base}; leave it out':
    'stemmer ikke: {fc} til {rate} er ikke {base}; utelat den',
  'must be 0: line {id} is a {side}, so its amount is {field}':
    'må være 0: linje {id} er {side}, så beløpet står i {field}',
  'must be 0: line {id} is a {side}, so its foreign amount is {field}_fc':
    'må være 0: linje {id} er {side}, så valutabeløpet står i {field}_fc',
  'is required: an entry has an amount in the accounting currency':
    'er påkrevd: en post har et beløp i regnskapsvalutaen',
  'is {amount}, but {left} is left of line {id}': 'er {amount}, men {left} gjenstår av linje {id}',
  'is {amount}, but {left} {currency} is left of line {id}':
    'er {amount}, men {left} {currency} gjenstår av linje {id}',
  'is {amount}, but in the accounting currency {currency} it equals {side}; leave it out':
    'er {amount}, men i regnskapsvalutaen {currency} er det lik {side}; utelat det',
  'must be {amount}, all that is left of line {id}, since {side} is':
    'må være {amount}, alt som gjenstår av linje {id}, siden {side} er det',
  'is {amount}, but {fc} {currency} at the rate of line {id} is {expected}':
    'er {amount}, men {fc} {currency} til kursen på linje {id} er {expected}',
  'must balance in {currency}: debit is {more} more than credit':
    'må gå i balanse i {currency}: debet er {more} mer enn kredit',
  'must balance in {currency}: credit is {more} more than debit':
    'må gå i balanse i {currency}: kredit er {more} mer enn debet',
  'There is no internal reconciliation {id}': 'Det finnes ingen intern avstemming {id}',
  'Reconciliation {id} was deleted; create a new one': 'Avstemming {id} er slettet; opprett en ny',
  'Reconciliation {id} is committed and does not become a draft again; delete it instead':
    'Avstemming {id} er godkjent og blir ikke utkast igjen; slett den i stedet',
  'is true already; false approves the draft': 'er allerede true; false godkjenner utkastet',
  'Reconciliation {id} is being approved or deleted at this moment; try again in a moment':
    'Avstemming {id} blir godkjent eller slettet akkurat nå; prøv igjen om et øyeblikk',
  'A line of reconciliation {id} was cancelled or reconciled elsewhere; the proposal is deleted':
    'En linje i avstemming {id} er annullert eller avstemt et annet sted; forslaget er slettet',
  'Somebody else has reconciled or cancelled line {ids} at this moment; read the lines and try again':
    'Noen andre har nettopp avstemt eller annullert linje {ids}; les linjene og prøv igjen',
  'An exchange difference has two lines': 'En valutadifferanse har to linjer',
} as const;
