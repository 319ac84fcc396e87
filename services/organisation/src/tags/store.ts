import { nameTaken, type OwnRecord, type RecordKind } from '../records/record.ts';
import { createRecordStore } from '../records/store.ts';
import { tags } from '../schema/tags.ts';

export interface Tag extends OwnRecord {
  /** `#rrggbb` */
  readonly color: string | null;
}

export interface TagFields {
  readonly name: string;
  readonly color: string | null;
  readonly isActive: boolean;
}

export const tagKind: RecordKind = { type: 'tag', word: 'tag', area: 'tag' };

export const tagStore = createRecordStore<Tag, TagFields>({
  table: tags,
  selection: { color: tags.color },
  orders: { color: tags.color },
  refusals: { tags_name_key: nameTaken(tagKind) },
});
