/// <reference path="./pdfkit.d.ts" />
import { xmlText } from '@app/xml/text';
import type PDFDocument from 'pdfkit';
import { oneLine } from './format.ts';

export interface Described {
  readonly title: string;
  readonly author: string;
  readonly creator: string;
  readonly producer: string;
  readonly madeAt: Date;
  /** Tagged, so that it also says that it is PDF/UA-1 (ISO 14289-1 section 5). */
  readonly isTagged: boolean;
}

/**
 * Says in XMP what a document is. The library puts words between its tags as they are: the name of a company with `&` would
 * leave no readable description. What a file is by PDF/A, the library adds itself.
 */
export function describe(document: PDFDocument, described: Described): void {
  document._addInfo = () => {
    document.appendXML(descriptionOf(described));
    if (described.isTagged) document.appendXML(UNIVERSAL_ACCESS);
  };
}

/** Characters of a word; titles and names are shorter. */
const MOST = 1_000;
const text = (value: string): string => xmlText(oneLine(value), MOST);

const timestampOf = (moment: Date): string => moment.toISOString().replace(/\.\d+Z$/, 'Z');

const descriptionOf = ({ title, author, creator, producer, madeAt }: Described): string => `
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
  <xmp:CreateDate>${timestampOf(madeAt)}</xmp:CreateDate>
  <xmp:ModifyDate>${timestampOf(madeAt)}</xmp:ModifyDate>
  <xmp:CreatorTool>${text(creator)}</xmp:CreatorTool>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${text(title)}</rdf:li></rdf:Alt></dc:title>
  <dc:creator><rdf:Seq><rdf:li>${text(author)}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
  <pdf:Producer>${text(producer)}</pdf:Producer>
</rdf:Description>`;

/** PDF/A takes words that it does not define itself only with their meaning beside them (ISO 19005-2 section 6.6.2.3). */
const UNIVERSAL_ACCESS = `
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
      <pdfaProperty:name>part</pdfaProperty:name>
      <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
      <pdfaProperty:category>internal</pdfaProperty:category>
      <pdfaProperty:description>The part of ISO 14289 that the file conforms to</pdfaProperty:description>
    </rdf:li></rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
