import { linkProperty as linkEndpoint, unlinkProperty as unlinkEndpoint } from '@app/api/ledger/asset-property';
import { searchProperties } from '@app/api/ledger/property';
import type { Api } from '@app/contract';
import { assetOfPath } from '../http.ts';
import { type PresentingContext, presentAssets } from '../relations.ts';
import { linkProperty, type PropertyContext, unlinkProperty } from './link.ts';

/** Search and links of property over HTTP (AST-R40 to AST-R42). */
export function serveProperties(api: Api, context: PropertyContext & PresentingContext): void {
  const { facts, register } = context;
  const guarded = assetOfPath(context);

  api.serve(searchProperties, async ({ params, query, account }) => {
    const { organizationNumber } = await facts.get(account.clientAccountId);
    const found = await register.search(
      { organizationNumber, year: params.inntektsaar },
      {
        kommunenummer: query.kommunenummer,
        gaardsnummer: query.gaardsnummer,
        bruksnummer: query.bruksnummer,
        festenummer: query.festenummer,
        seksjonsnummer: query.seksjonsnummer,
        adresse: query.address || undefined,
      },
    );
    return [...found];
  });

  api.serve(linkEndpoint, {
    ...guarded,
    handle: async ({ resource, body, principal, query }) => {
      const wanted = { externalId: body.external_id, year: body.inntektsaar };
      const asset = await linkProperty(context, principal.userId, resource, wanted);
      return (await presentAssets(context, [asset], query.with))[0]!;
    },
  });

  api.serve(unlinkEndpoint, {
    ...guarded,
    handle: async ({ resource, principal, query }) => {
      const asset = await unlinkProperty(context, principal.userId, resource);
      return (await presentAssets(context, [asset], query.with))[0]!;
    },
  });
}
