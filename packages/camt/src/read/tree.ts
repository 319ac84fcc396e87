import { unreadable } from '../failure.ts';

/** An element with what is in it: text, or elements. */
export interface Element {
  readonly name: string;
  /** Of an amount. */
  readonly currency: string | undefined;
  text: string;
  readonly children: Element[];
}

/** Elements of one record, without the payments of an entry. */
const MAX_ELEMENTS = 50_000;

export interface Growing {
  readonly root: Element;
  /** How many elements are open. */
  readonly depth: number;
  open(name: string, currency: string | undefined): void;
  close(text: string | undefined): Element;
  /** Takes the element that was closed last out of its parent: it has been read. */
  prune(element: Element): void;
}

/** Grows one record from its tags. */
export function growElement(name: string): Growing {
  const root: Element = { name, currency: undefined, text: '', children: [] };
  const stack = [root];
  let elements = 1;
  return {
    root,
    get depth() {
      return stack.length;
    },
    open: (child, currency) => {
      elements += 1;
      if (elements > MAX_ELEMENTS) throw unreadable(`The file has a ${name} of more than ${MAX_ELEMENTS} elements`);
      const element: Element = { name: child, currency, text: '', children: [] };
      stack.at(-1)!.children.push(element);
      stack.push(element);
    },
    close: (text) => {
      const element = stack.pop()!;
      element.text = text ?? '';
      return element;
    },
    prune: (element) => {
      stack.at(-1)!.children.pop();
      elements -= sizeOf(element);
    },
  };
}

const sizeOf = ({ children }: Element): number => children.reduce((sum, child) => sum + sizeOf(child), 1);

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.name === name);

export const childrenOf = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The first element at the end of a path of names. */
export function at(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  let found = element;
  for (const name of path) found = childOf(found, name);
  return found;
}

/** The text at the end of a path of names; null where there is none. */
export const textAt = (element: Element | undefined, ...path: readonly string[]): string | null =>
  at(element, ...path)?.text || null;
