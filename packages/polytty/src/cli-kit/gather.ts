/** For options that may be repeated: their values in a list. */
export function gather(value: string, earlier: string[]): string[] {
  return [...earlier, value]
}
