import { unreadable } from './unreadable.ts';

/** An element with what is in it: text, or elements. */
export interface Element {
  readonly name: string;
  text: string;
  readonly children: Element[];
}

/** Characters of a text with the space around it; the longest text that the authority allows has 256. */
const MAX_TEXT = 16_384;
/** Elements of one record: an entry of ten thousand lines with all that a line can have. */
const MAX_ELEMENTS = 400_000;

/** Grows one record from its tags. */
export interface Growing {
  open(name: string): void;
  text(text: string): void;
  /** True when it was the record itself that ended. */
  close(): boolean;
  readonly root: Element;
}

export function growElement(name: string): Growing {
  const root: Element = { name, text: '', children: [] };
  const stack = [root];
  let elements = 1;
  return {
    root,
    open: (child) => {
      elements += 1;
      if (elements > MAX_ELEMENTS) throw unreadable(`The file has a ${name} of more than ${MAX_ELEMENTS} elements`);
      const element: Element = { name: child, text: '', children: [] };
      stack.at(-1)!.children.push(element);
      stack.push(element);
    },
    text: (text) => {
      const element = stack.at(-1)!;
      if (element.children.length > 0) return;
      element.text += text;
      if (element.text.length > MAX_TEXT)
        throw unreadable(`The file has a ${element.name} of more than ${MAX_TEXT} characters`);
    },
    close: () => {
      const element = stack.pop()!;
      element.text = element.children.length > 0 ? '' : element.text.trim();
      return stack.length === 0;
    },
  };
}

export const childOf = ({ children }: Element, name: string): Element | undefined =>
  children.find((child) => child.name === name);

export const childrenOf = ({ children }: Element, name: string): readonly Element[] =>
  children.filter((child) => child.name === name);

/** The text at the end of a path of names; null where there is none. */
export function textAt(element: Element, ...path: readonly string[]): string | null {
  let found: Element | undefined = element;
  for (const name of path) found = found && childOf(found, name);
  return found?.text || null;
}
