/** Breaks at spaces and hyphens; a word longer than the line is cut. A hard space never breaks. */
export function breakLines(text: string, width: number, measure: (part: string) => number): readonly string[] {
  if (measure(text) <= width) return [text];
  const found: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=[ -])/)) {
    if (measure((line + word).trimEnd()) <= width) {
      line += word;
      continue;
    }
    if (line !== '') found.push(line.trimEnd());
    line = word;
    while (measure(line.trimEnd()) > width && line.length > 1) {
      const fits = longestThatFits(line, width, measure);
      found.push(line.slice(0, fits));
      line = line.slice(fits);
    }
  }
  return line.trimEnd() === '' ? found : [...found, line.trimEnd()];
}

function longestThatFits(text: string, width: number, measure: (part: string) => number): number {
  let low = 1;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(text.slice(0, middle)) <= width) low = middle;
    else high = middle - 1;
  }
  // Not between the halves of a character outside the basic plane.
  return low > 1 && /[\ud800-\udbff]/.test(text[low - 1]!) ? low - 1 : low;
}
