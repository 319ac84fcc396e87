import { withoutUnseen } from '@app/runtime';

/** Characters of a name: with folder and number it stays within what file systems take. */
const LONGEST = 120;

/** A file name that names no other folder and is none on any system: what people called the file, made harmless. */
function harmlessName(name: string): string {
  const plain = withoutUnseen(name.toWellFormed())
    .replace(/[\\/:*?"<>|\s]+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const [, stem = '', extension = ''] = /^(.*?)(\.\w{1,10})?$/.exec(plain) ?? [];
  return `${[...stem].slice(0, LONGEST).join('') || 'file'}${extension}`;
}

/** Gives each file of an archive a name of its own: the second of the same name has its number before it. */
export function createEntryNames() {
  const given = new Set<string>();
  return (folder: string, id: number, name: string): string => {
    const wanted = harmlessName(name);
    for (let times = 1; ; times++) {
      const path = `${folder}/${id}_${times === 1 ? '' : `${times}_`}${wanted}`;
      const key = path.toLowerCase();
      if (given.has(key)) continue;
      given.add(key);
      return path;
    }
  };
}
