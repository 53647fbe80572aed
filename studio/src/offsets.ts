// Python counts code points, the browser counts UTF-16 units. They differ only after characters beyond U+FFFF.

const ASTRAL = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Convert offsets in this text from code points to UTF-16 units. */
export function toUnits(text: string): (offset: number) => number {
  const pairs = [...text.matchAll(ASTRAL)].map((match, count) => match.index - count); // offsets in code points
  if (pairs.length === 0) return (offset) => offset;
  return (offset) => offset + pairs.filter((place) => place < offset).length;
}

/** Convert offsets in this text from UTF-16 units to code points. */
export function toPoints(text: string): (offset: number) => number {
  const pairs = [...text.matchAll(ASTRAL)].map((match) => match.index);
  if (pairs.length === 0) return (offset) => offset;
  return (offset) => offset - pairs.filter((place) => place < offset).length;
}

/** The line number, from 1, of an offset in code points. */
export function toLines(text: string): (point: number) => number {
  const ends: number[] = [];
  let point = 0;
  for (const character of text) {
    if (character === "\n") ends.push(point);
    point++;
  }
  return (offset) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
