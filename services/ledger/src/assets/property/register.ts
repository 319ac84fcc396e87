import { Failure, upstreamUnavailable } from '@app/contract/failure';
import { decimal, formatMoney } from '@app/money';
import { path, type Upstream, type UpstreamRequest, type UpstreamResponse } from '@app/upstream';
import { z } from 'zod';
import type { LinkedProperty } from '../asset.ts';

/** A property as a search shows it. */
export type Property = Omit<LinkedProperty, 'tax_value' | 'income_year' | 'fetched_at'>;

/** A property with its value for tax, which the register shows its owner; null to others. */
export type ValuedProperty = Property & Pick<LinkedProperty, 'tax_value'>;

/** What a search asks for, by the names of the register. */
export interface PropertySearch {
  readonly kommunenummer?: string | undefined;
  readonly gaardsnummer?: number | undefined;
  readonly bruksnummer?: number | undefined;
  readonly festenummer?: number | undefined;
  readonly seksjonsnummer?: number | undefined;
  readonly adresse?: string | undefined;
}

/** In whose name the register is asked, and for which income year. */
export interface Asking {
  /** Null: a company without one owns nothing there. */
  readonly organizationNumber: string | null;
  readonly year: number;
}

/**
 * The property register of the tax authority (docs/contract/external-systems.md). Every method throws `Failure` 502
 * `integration.upstream_failed` when it does not answer, or not with what it should.
 */
export interface PropertyRegister {
  search(asking: Asking, wanted: PropertySearch): Promise<readonly Property[]>;
  /** Undefined where the register has no such property that year. */
  find(asking: Asking, externalId: string): Promise<ValuedProperty | undefined>;
}

export function createPropertyRegister(upstream: Upstream): PropertyRegister {
  const ask = async <T>(request: UpstreamRequest, read: (response: UpstreamResponse) => T): Promise<T> => {
    try {
      return read(await upstream.request(request));
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw failed(error);
    }
  };

  return {
    search: ({ organizationNumber, year }, wanted) => {
      const query = present({ organisasjonsnummer: organizationNumber, ...wanted });
      return ask({ path: path`/api/eiendom/v1/soek/${year}`, query }, (response) =>
        z.array(Answer).parse(bodyOf(response)).map(propertyOf),
      );
    },
    find: async ({ organizationNumber, year }, externalId) => {
      // No property is called so, and as parts of a path they would lead elsewhere.
      if (externalId === '.' || externalId === '..') return undefined;
      const query = present({ organisasjonsnummer: organizationNumber });
      return ask({ path: path`/api/eiendom/v1/${year}/${externalId}`, query }, (response) => {
        if (response.status === 404) return undefined;
        const found = ValuedAnswer.parse(bodyOf(response));
        if (found.eiendomsidentifikator !== externalId) throw new Error('The register answered with another property');
        return { ...propertyOf(found), tax_value: found.formuesverdi };
      });
    },
  };
}

const present = (query: Readonly<Record<string, string | number | null | undefined>>) =>
  Object.fromEntries(
    Object.entries(query).filter(
      (pair): pair is [string, string | number] => pair[1] !== null && pair[1] !== undefined,
    ),
  );

function bodyOf(response: UpstreamResponse): unknown {
  if (response.status !== 200) throw new Error(`The register answered ${response.status}`);
  return response.json();
}

const failed = (cause: unknown): Failure =>
  upstreamUnavailable(
    'The property register of the tax authority did not answer as it should, and nothing was changed; try again in a few minutes',
    'integration.upstream_failed',
    cause,
  );

/** Text of the register as the database can keep it. */
const Text = z
  .string()
  .max(1000)
  .transform((text) => text.toWellFormed().replaceAll('\0', ''));
const OptionalText = Text.nullish().transform((text) => text ?? null);
const Part = z
  .int()
  .nullish()
  .transform((part) => part ?? null);
const Amount = z
  .string()
  .regex(/^\d{1,13}(\.\d{1,2})?$/)
  .nullish()
  .transform((text) => (text == null ? null : formatMoney(decimal(text))));

/** How the register writes a property. */
const Answer = z.object({
  eiendomsidentifikator: Text,
  adresse: OptionalText,
  kommunenummer: OptionalText,
  kommunenavn: OptionalText,
  matrikkel: z.object({ gaardsnummer: Part, bruksnummer: Part, festenummer: Part, seksjonsnummer: Part }),
  eiendomstype: OptionalText,
  /** Percent that whoever asks owns. */
  eierandel: Amount,
});
const ValuedAnswer = Answer.extend({ formuesverdi: Amount });

const propertyOf = (found: z.output<typeof Answer>): Property => ({
  external_id: found.eiendomsidentifikator,
  address: found.adresse,
  municipality_number: found.kommunenummer,
  municipality_name: found.kommunenavn,
  cadastral: found.matrikkel,
  property_type: found.eiendomstype,
  ownership_share: found.eierandel,
});
