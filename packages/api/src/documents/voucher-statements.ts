import { endpoint, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountId, CreatedAt, CreatorId, pathId, RecordId } from '../fields.ts';
import { BusinessPartnerOut } from '../organisation/business-partner.ts';
import { listOf } from '../pagination.ts';
import { Id, oneOf, requiredText, text } from '../scalars.ts';
import { PublicUserOut } from '../users.ts';
import { said } from './examples.ts';
import { receiptFields } from './file-fields.ts';
import { VoucherCollectionOut } from './voucher-collections.ts';

export const PaymentMethod = oneOf('COMPANY_CARD', 'COMPANY_ACCOUNT', 'PRIVATE', 'CASH', 'INVOICE');

const meaning = {
  voucher_category_id: 'Category of `GET /voucher-categories`; some need a purpose or participants.',
  purpose: 'What it was paid for.',
  participants: 'Who took part.',
  payment_method: 'How it was paid.',
  payor_id: 'Business partner who paid.',
  project_id: 'Project that it was for.',
  collection_id: 'Voucher collection that it belongs to.',
  tag_ids: 'Tags of it.',
  comment: 'Anything else.',
} as const;

/** A project or tag as relations show it. */
const NamedOut = z.object({
  id: RecordId,
  name: z.string().describe('Its name.'),
  is_active: z.boolean().describe('False once it is deactivated.'),
});

export const VoucherStatementOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatorId,
  user_id: z.int().describe('User who says it.'),
  client_account_id: ClientAccountId,
  voucher_id: z.int().describe('Voucher that it is about.'),
  voucher_category_id: z.int().nullable().describe(meaning.voucher_category_id),
  purpose: z.string().nullable().describe(meaning.purpose),
  participants: z
    .array(
      z.object({
        name: z.string().describe('Name of the person.'),
        company: z.string().nullable().describe('Whom the person is from.'),
      }),
    )
    .describe(meaning.participants),
  payment_method: PaymentMethod.nullable().describe(meaning.payment_method),
  payor_id: z.int().nullable().describe(meaning.payor_id),
  project_id: z.int().nullable().describe(meaning.project_id),
  collection_id: z.int().nullable().describe(meaning.collection_id),
  tag_ids: z.array(z.int()).describe(meaning.tag_ids),
  comment: z.string().nullable().describe(meaning.comment),
  created_by: PublicUserOut.nullable().optional().describe('The user who says it, embedded.'),
  payor: BusinessPartnerOut.nullable().optional().describe('Who paid, embedded; null where nobody is named.'),
  project: NamedOut.nullable().optional().describe('The project, embedded; null without one.'),
  collection: VoucherCollectionOut.nullable().optional().describe('The collection, embedded; null without one.'),
  tags: z.array(NamedOut).optional().describe('Its tags, embedded.'),
});

const dinner: z.output<typeof VoucherStatementOut> = {
  id: 1,
  created_at: demo.now,
  created_by_id: demo.users.owner,
  user_id: demo.users.owner,
  client_account_id: demo.company.id,
  voucher_id: receiptFields.id,
  voucher_category_id: 1,
  purpose: said.purpose,
  participants: [{ name: 'Ola Nordmann', company: said.company }],
  payment_method: 'COMPANY_CARD',
  payor_id: null,
  project_id: null,
  collection_id: null,
  tag_ids: [],
  comment: null,
};

const withRelations = relations(['created_by', 'payor', 'project', 'collection', 'tags']);
const ofVoucher = {
  service: 'documents',
  path: '/api/v2/vouchers/{id}/statements',
  envelope: standard,
  params: pathId('voucher'),
  notFoundCode: 'voucher.not_found',
} as const;

export const listVoucherStatements = endpoint({
  ...ofVoucher,
  name: 'documents.listVoucherStatements',
  summary: 'What was said about a voucher',
  description: 'Oldest first. The role EM sees those of its own vouchers only.',
  method: 'GET',
  permission: 'any',
  query: z.object({ with: withRelations, ...paging() }),
  status: 200,
  output: listOf(VoucherStatementOut),
  example: { params: { id: receiptFields.id }, answer: onePageOf(dinner) },
  failures: ['voucher.access_denied', 'common.forbidden@403'],
});

export const createVoucherStatement = endpoint({
  ...ofVoucher,
  name: 'documents.createVoucherStatement',
  summary: 'Say what a voucher was for',
  description:
    'At least one field. Whose statement it is and what it is about follow from the call. Open questions of the type `STATEMENT` about the voucher are closed.',
  method: 'POST',
  query: z.object({ with: withRelations }),
  body: z.object({
    voucher_category_id: Id.nullish().describe(meaning.voucher_category_id),
    purpose: text().nullish().describe(meaning.purpose),
    participants: z
      .array(
        z.object({
          name: requiredText(250).describe('Name of the person.'),
          company: text(250).nullish().describe('Whom the person is from.'),
        }),
        { error: 'must be an array of participants' },
      )
      .max(500, 'must have at most 500 participants')
      .nullish()
      .describe(meaning.participants),
    payment_method: PaymentMethod.nullish().describe(meaning.payment_method),
    payor_id: Id.nullish().describe(meaning.payor_id),
    project_id: Id.nullish().describe(meaning.project_id),
    collection_id: Id.nullish().describe(meaning.collection_id),
    tag_ids: z
      .array(Id, { error: 'must be an array of ids' })
      .max(100, 'must have at most 100 tags')
      .nullish()
      .describe(meaning.tag_ids),
    comment: text().nullish().describe(meaning.comment),
  }),
  status: 201,
  output: VoucherStatementOut,
  example: {
    params: { id: receiptFields.id },
    body: {
      voucher_category_id: dinner.voucher_category_id,
      purpose: dinner.purpose,
      participants: dinner.participants,
      payment_method: dinner.payment_method,
    },
    answer: dinner,
  },
  failures: ['voucher.access_denied', 'client_account.inactive'],
  tool: { name: 'create_voucher_statement', title: 'Say what a voucher was for' },
});
