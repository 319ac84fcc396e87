import { createTag, deactivateTag, getTag, listTags, updateTag } from '@app/api/organisation/tags';
import { type Api, sentFields } from '@app/contract';
import type { RecordDependencies, Records } from '../records/records.ts';
import { createPresenter, guardedBy, identityWire } from '../records/wire.ts';
import type { Tag, TagFields } from './store.ts';

export function serveTags(api: Api, deps: RecordDependencies, tags: Records<Tag, TagFields>): void {
  const show = createPresenter(deps, (tag: Tag) => ({ ...identityWire(tag), color: tag.color }));
  const guarded = guardedBy(tags);

  api.serve(listTags, async ({ query, accounts, following }) => {
    const { rows, meta } = await tags.list({
      accounts,
      isActive: query.is_active,
      order: query.order_by,
      page: query,
      following,
    });
    return { data: await show.many(rows, query.with), meta };
  });
  api.serve(getTag, { ...guarded, handle: ({ resource, query }) => show.one(resource, query.with) });
  api.serve(createTag, async ({ body, account, principal, query }) => {
    const { clientAccountId } = account;
    const fields = { clientAccountId, name: body.name, color: body.color ?? null, isActive: body.is_active ?? true };
    return show.one(await tags.create(fields, principal.userId), query.with);
  });
  api.serve(updateTag, {
    ...guarded,
    handle: async ({ resource, body, principal, query }) => {
      const { name, color, is_active: isActive } = body;
      return show.one(
        await tags.update(resource, principal.userId, () => sentFields({ name, color, isActive })),
        query.with,
      );
    },
  });
  api.serve(deactivateTag, {
    ...guarded,
    handle: async ({ resource, principal, query }) =>
      show.one(await tags.update(resource, principal.userId, () => ({ isActive: false })), query.with),
  });
}
