import { unavailable } from '@app/contract/failure';
import { Partners } from '@app/rpc';
import { type Stub, stub } from '@app/testing';
import type { Ledger } from '../ledger.ts';

interface KnownPartner {
  readonly id: number;
  readonly clientAccountId: number;
  readonly name: string;
  readonly registrationNumber?: string;
  readonly city?: string;
  readonly isCustomer: boolean;
  readonly isSupplier: boolean;
  readonly isActive: boolean;
}

/** The owner of business partners, played from memory: what files bring, it makes, once per command. */
export interface PlayedPartners {
  readonly stub: Stub;
  readonly known: Map<number, KnownPartner>;
  readonly commands: Map<string, readonly number[]>;
  /** Whether it can be asked. */
  isAway: boolean;
  /** Where records are resolved. */
  ledger: Ledger | undefined;
  make(clientAccountId: number, partner: Partial<KnownPartner> & { readonly name: string }): number;
}

export function playPartners(): PlayedPartners {
  let next = 1_000;
  const played: PlayedPartners = {
    known: new Map(),
    commands: new Map(),
    isAway: false,
    ledger: undefined,
    make: (clientAccountId, partner) => {
      const id = next++;
      const made = { ...{ id, clientAccountId, isCustomer: false, isSupplier: false, isActive: true }, ...partner };
      played.known.set(id, made);
      played.ledger!.own(clientAccountId, 'businesspartner', { id, name: partner.name });
      return id;
    },
    stub: stub(Partners, {
      ImportPartners: async ({ clientAccountId, commandKey, partners }) => {
        if (played.isAway) throw unavailable('The owner of partners is away');
        const before = played.commands.get(commandKey);
        const ids =
          before ??
          partners.map(({ name, registrationNumber, city, isCustomer, isSupplier }) =>
            played.make(clientAccountId, {
              ...{ name, isCustomer, isSupplier },
              ...(registrationNumber === undefined ? {} : { registrationNumber }),
              ...(city === undefined ? {} : { city }),
            }),
          );
        played.commands.set(commandKey, ids);
        return { ids: [...ids] };
      },
      GetPartners: async ({ clientAccountId, ids }) => ({
        partners: ids.flatMap((id) => {
          const found = played.known.get(id);
          return found?.clientAccountId === clientAccountId ? [message(found)] : [];
        }),
      }),
    }),
  };
  return played;
}

const message = ({ registrationNumber, ...known }: KnownPartner) => ({
  ...known,
  ...{ sequenceNumber: known.id, countryCode: 'NO', paymentTermsDays: 14, version: 1, isEmployee: false },
  ...{ isOrganization: registrationNumber !== undefined, isOwner: false, hasNationalIdentityNumber: false },
  ...(registrationNumber === undefined ? {} : { organizationNumber: registrationNumber }),
  ...{ metadata: '{}', createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
});
