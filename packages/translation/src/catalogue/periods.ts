/** What reconciliation periods refuse, and what the ledger says to those who prepare them. */
export const periods = {
  'Reconciliation periods need "early_access" in the settings of the client account':
    'Avstemmingsperioder krever «early_access» i innstillingene til klientkontoen',
  'There is no reconciliation period {id}': 'Det finnes ingen avstemmingsperiode {id}',
  'Period {id} is {status}; only a reconciled one can be reopened':
    'Periode {id} er {status}; bare en avstemt periode kan gjenåpnes',
  'The ledger is being upgraded; try again in a moment':
    'Regnskapstjenesten blir oppgradert; prøv igjen om et øyeblikk',
  'A period is made of whole months: {from} to {to} is not':
    'En periode består av hele måneder: {from} til {to} gjør ikke det',
  'At most {most} partners can be asked about at once, and {count} were':
    'Det kan spørres om høyst {most} forretningspartnere om gangen, og det ble spurt om {count}',
  'At most {most} accounts can be asked about at once': 'Det kan spørres om høyst {most} kontoer om gangen',
} as const;
