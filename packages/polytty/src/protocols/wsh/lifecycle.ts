/** What happens to sessions as a whole, as the server-level socket reports it. */
import type { Notification } from '../define.js'
import type { sessionCreated, sessionDestroyed, sessionRenamed, sessionTagsChanged } from './events.js'

export type Lifecycle =
  | Notification<typeof sessionCreated>
  | Notification<typeof sessionRenamed>
  | Notification<typeof sessionDestroyed>
  | Notification<typeof sessionTagsChanged>
