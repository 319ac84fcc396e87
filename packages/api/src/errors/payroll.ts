// biome-ignore-all format: a table reads best in rows
import type { ErrorRow } from './rows.ts';

/** Employment contracts, runs, lines, tax cards, advances, garnishments, reports. */
export const payrollErrors: readonly ErrorRow[] = [
  ['payroll.run_not_found', 404, 'There is no such payroll run.', 'Check the id.'],
  ['payroll.line_not_found', 404, 'There is no such payroll line.', 'Check the id.'],
  ['payroll.payslip_not_found', 404, 'The employee has no payslip in this run.', 'Check the ids.'],
  ['payroll.contract_not_found', 404, 'There is no such employment contract.', 'Check the id.'],
  ['payroll.default_line_not_found', 404, 'There is no such default line.', 'Check the id.'],
  ['payroll.advance_not_found', 404, 'There is no such advance.', 'Check the id.'],
  ['payroll.advance_has_repayments', 409, 'The advance was repaid in part.', 'Let it be repaid by the runs.'],
  ['payroll.garnishment_not_found', 404, 'There is no such garnishment.', 'Check the id.'],
  ['payroll.run_not_draft', 400, 'The run is posted.', 'Reverse it first.'],
  ['payroll.run_is_draft', 400, 'The run is a draft.', 'Post it first.'],
  ['payroll.no_items', 400, 'The run has no lines.', 'Add lines before you post.'],
  ['payroll.missing_document_date', 400, 'The run has no date.', 'Set "document_date".'],
  ['payroll.missing_period', 400, 'The vacation payout has no period.', 'Set its first and last day.'],
  ['payroll.no_journal_entry', 400, 'The run has no journal entry to reverse.', 'Read the run and see its status.'],
  ['payroll.line_is_calculated', 400, 'Calculated lines cannot be changed.', 'Change what they are calculated from.'],
  ['payroll.negative_net_pay', 400, 'The net pay of an employee is negative.', 'Lower the deductions.'],
  ['payroll.tax_report_not_failed', 409, 'Only a report that failed is sent again.', 'Read the report and see its status.'],
  ['tax_card.not_found', 404, 'There is no such tax card.', 'Check the id.'],
];
