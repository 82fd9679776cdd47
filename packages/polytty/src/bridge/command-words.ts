/** The command of another terminal, and what comes first: that of a variable, which the wrightty package reads as well. */
export function commandWords(variable: string, otherwise: string): readonly string[] {
  return process.env[variable]?.split(/\s+/).filter(Boolean) ?? [otherwise]
}
