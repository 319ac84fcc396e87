import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import type { Language } from '../language.ts';
import type { PdfRenderer } from './render/pdf.ts';

/** What the head of a report says of the company. */
export interface CompanyFacts {
  readonly name: string;
  readonly organizationNumber: string | null;
  readonly currency: string;
}

/** What reports are made with. */
export interface ReportsContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly pdf: PdfRenderer;
  /** Name, organisation number and currency of a client account. */
  company(clientAccountId: number): Promise<CompanyFacts>;
  /** The name of a user, for "made by"; what is known of the person when the name cannot be had. */
  fullName(userId: number, language: Language): Promise<string>;
}
