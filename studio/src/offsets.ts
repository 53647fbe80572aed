// Python counts code points, the browser counts UTF-16 units. They differ only after characters beyond U+FFFF.

const ASTRAL = /[\ud800-\udbff][\udc00-\udfff]/g;

/** From code points to the units of the browser, in this text. */
export function toUnits(text: string): (offset: number) => number {
  const pairs = [...text.matchAll(ASTRAL)].map((match, count) => match.index - count); // their offsets in code points
  if (pairs.length === 0) return (offset) => offset;
  return (offset) => offset + pairs.filter((place) => place < offset).length;
}

/** From the units of the browser to code points, in this text. */
export function toPoints(text: string): (offset: number) => number {
  const pairs = [...text.matchAll(ASTRAL)].map((match) => match.index);
  if (pairs.length === 0) return (offset) => offset;
  return (offset) => offset - pairs.filter((place) => place < offset).length;
}

/** The line of an offset in code points, from 1. */
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
