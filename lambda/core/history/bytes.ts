/** Whole numbers as bytes, and bytes as text. */

/** Sums of any amounts that are read elsewhere stay below this. */
const LARGEST = 1e18;
const MORE = 128;
/** The most bytes of a figure up to `LARGEST`. */
const LONGEST = 9;

/** Seven bits a byte, the lowest first; all bytes but the last have the eighth bit set. */
export function putVarint(bytes: number[], value: number): void {
  let left = value;
  for (; left >= MORE; left = Math.floor(left / MORE)) bytes.push((left % MORE) + MORE);
  bytes.push(left);
}

/** Reads from `place` to before `end`; beyond it there are zeros. */
export interface Reader {
  readonly bytes: Uint8Array;
  place: number;
  end: number;
  isTooLarge: boolean;
}

export function readerOf(bytes: Uint8Array): Reader {
  return { bytes, place: 0, end: bytes.length, isTooLarge: false };
}

export function next(reader: Reader): number {
  const place = reader.place++;
  return place < reader.end ? (reader.bytes[place] ?? 0) : 0;
}

export function varint(reader: Reader): number {
  let [value, factor] = [0, 1];
  for (let length = 0; length < LONGEST; length += 1) {
    const byte = next(reader);
    value += (byte % MORE) * factor;
    factor *= MORE;
    if (byte < MORE) {
      if (value <= LARGEST) return value;
      break;
    }
  }
  reader.isTooLarge = true;
  return 0;
}

/** Whether more was read than there is, or something that is too large. */
export function isBroken({ place, end, isTooLarge }: Reader): boolean {
  return isTooLarge || place > end;
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** `null` if the text is none. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
