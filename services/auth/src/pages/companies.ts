import type { Words } from '@app/pages';
import type { Companies } from '../memberships/memberships.ts';

/** How many companies somebody reaches by a contract of their firm, behind the names of the others. */
export function byContractText({ names, byContract }: Companies): Words {
  const isAlone = names.length === 0;
  return {
    nob: `${isAlone ? '' : 'og '}${byContract} ${isAlone ? 'firma' : 'til'} gjennom avtale`,
    eng: `${isAlone ? '' : 'and '}${byContract} ${isAlone ? '' : 'more '}by contract`,
  };
}
