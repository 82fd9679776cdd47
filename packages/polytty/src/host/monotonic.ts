/** The system's own monotonic scale, in ms, which processes share; `performance.now` begins with each of them. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
