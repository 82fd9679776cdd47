/** What makes a server a node of a fleet. */
export interface FleetOptions {
  /** NATS servers such as nats://10.0.0.1:4222, separated by commas. */
  readonly servers: string
  /** What this node is called; made of the machine's name and the server's if absent. */
  readonly node?: string
  /** Nodes that are alike: sessions that do not fit here go to another of the same pool. `default` if absent. */
  readonly pool?: string
  /** What can be asked of a node. */
  readonly labels?: Readonly<Record<string, string>>
  /** Place every session that does not say where, not only those for which there is no room here. */
  readonly spread?: boolean
  /** Whose sessions they are, where several share an account of NATS; `main` if absent. */
  readonly tenant?: string
  /** A credentials file of NATS (a user's JWT and seed). */
  readonly creds?: string
  /** PEM files: whom to trust, and who we are. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  /** Copies of what is kept in NATS: 1, 3 or 5; 1 if absent. */
  readonly replicas?: number
}
