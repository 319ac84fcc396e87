comment on schema filing is 'Yearly accounts, notes, allocations, tax returns, VAT returns, portal instances';
