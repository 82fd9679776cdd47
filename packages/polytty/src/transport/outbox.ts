/** What is queued for all clients that do not read, together. Past its bound the one with the most is cut off. */
export interface Queue {
  cutOff(): void
}

export class Outbox {
  private readonly queues = new Map<Queue, number>()
  private sum = 0

  constructor(private readonly maxBytes: number) {}

  /** What is queued for all of them. */
  get queuedBytes(): number {
    return this.sum
  }

  /** Notes how much is queued for a client now. */
  note(queue: Queue, bytes: number): void {
    this.sum += bytes - (this.queues.get(queue) ?? 0)
    if (bytes === 0) this.queues.delete(queue)
    else this.queues.set(queue, bytes)
    if (this.sum > this.maxBytes) this.largest()?.cutOff()
  }

  private largest(): Queue | undefined {
    let found: Queue | undefined
    let most = 0
    for (const [queue, bytes] of this.queues) if (bytes > most) [found, most] = [queue, bytes]
    return found
  }
}
