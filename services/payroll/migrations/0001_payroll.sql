comment on schema payroll is 'Employment contracts, runs, lines, item types, tax cards, garnishments, advances, accruals, tax reports';
