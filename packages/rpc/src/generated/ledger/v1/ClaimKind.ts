// Original file: ../../protos/ledger/v1/ledger.proto

export const ClaimKind = {
  CLAIM_KIND_UNSPECIFIED: 'CLAIM_KIND_UNSPECIFIED',
  CLAIM_KIND_INTERNAL: 'CLAIM_KIND_INTERNAL',
  CLAIM_KIND_EXTERNAL: 'CLAIM_KIND_EXTERNAL',
} as const;

export type ClaimKind =
  | 'CLAIM_KIND_UNSPECIFIED'
  | 0
  | 'CLAIM_KIND_INTERNAL'
  | 1
  | 'CLAIM_KIND_EXTERNAL'
  | 2

export type ClaimKind__Output = typeof ClaimKind[keyof typeof ClaimKind]
