import type { DefaultTreeAdapterMap } from 'parse5';

export type Node = DefaultTreeAdapterMap['node'];
export type Element = DefaultTreeAdapterMap['element'];

export const isElement = (node: Node): node is Element => 'tagName' in node;

export const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);

/** Of a piece of text; a comment says nothing. */
export const textOf = (node: Node): string => (node.nodeName === '#text' && 'value' in node ? node.value : '');

export const attributeOf = ({ attrs }: Element, name: string): string =>
  attrs.find((each) => each.name === name)?.value ?? '';
