/** A word as a shell reads it back: as it is where that is safe, else in quotes. */
export function shellQuote(word: string): string {
  return /^[A-Za-z0-9_+=:,./@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
