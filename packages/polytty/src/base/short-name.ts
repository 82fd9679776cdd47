/** What a session is called in one line: the name that was given; of a session without one the beginning of its id. */
export function shortName({ name, id }: { readonly name: string; readonly id: string }): string {
  return name === id ? id.slice(0, 8) : name
}
