export { parseXml, shortened, type XmlAttribute, type XmlReading, type XmlSink, type XmlTag } from './parse.ts';
export { xmlText } from './text.ts';
