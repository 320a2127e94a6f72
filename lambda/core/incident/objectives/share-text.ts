/** A share as people read it: 0.999 → `99.9 %`. */
export function shareText(share: number): string {
  return `${Number((share * 100).toPrecision(10))} %`;
}
