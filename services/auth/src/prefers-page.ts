import { negotiate } from '@app/contract';

/** Does a person's browser ask, rather than a program? Only who names HTML gets a page: any type is not enough. */
export const prefersPage = (accept: string | undefined): boolean =>
  accept?.includes('text/html') === true && negotiate(accept, ['application/json', 'text/html']) === 'text/html';
