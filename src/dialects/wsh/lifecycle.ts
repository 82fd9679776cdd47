/** What happens to sessions as a whole, as the server-level socket tells it. */
export type Lifecycle =
  | { readonly event: 'session_created'; readonly params: { readonly name: string } }
  | { readonly event: 'session_renamed'; readonly params: { readonly old_name: string; readonly new_name: string } }
  | { readonly event: 'session_destroyed'; readonly params: { readonly name: string } }
  | {
      readonly event: 'session_tags_changed'
      readonly params: { readonly name: string; readonly added: readonly string[]; readonly removed: readonly string[] }
    }
