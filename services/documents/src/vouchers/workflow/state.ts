import { Failure } from '@app/contract/failure';
import type { QuestionType } from '../../questions/question.ts';
import type { vouchers } from '../../schema/vouchers.ts';

export type WorkflowStatus = (typeof vouchers.$inferSelect)['workflowStatus'];

const FINAL: readonly WorkflowStatus[] = ['COMPLETED', 'FAILED', 'CANCELLED'];

/** What the workflow asks people. */
export const WORKFLOW_QUESTIONS: readonly QuestionType[] = [
  'CHOOSE_TYPE',
  'CHOOSE_PARTNER',
  'CHOOSE_ACCOUNT',
  'DUPLICATE',
];

export const isOfWorkflow = (type: QuestionType): boolean => WORKFLOW_QUESTIONS.includes(type);

export const hasEnded = (status: WorkflowStatus): boolean => FINAL.includes(status);

/**
 * Where a person may send a workflow: one under way may be stopped, one that has ended begun anew
 * (docs/contract/vouchers.md, "Workflow").
 * @throws Failure 400 `voucher.invalid_workflow_transition`
 */
export function requireTransition(from: WorkflowStatus, to: string): 'CANCELLED' | 'STARTING_WORKFLOW' {
  if (to === 'CANCELLED' && !hasEnded(from)) return to;
  if (to === 'STARTING_WORKFLOW' && hasEnded(from)) return to;
  throw new Failure(
    'voucher.invalid_workflow_transition',
    400,
    'The workflow cannot go there from where it stands; one under way can be CANCELLED, one that has ended can be STARTING_WORKFLOW again',
  );
}
