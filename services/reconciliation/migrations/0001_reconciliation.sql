comment on schema reconciliation is 'Internal and external reconciliations, periods, bank accounts, statements, transactions and payments';
