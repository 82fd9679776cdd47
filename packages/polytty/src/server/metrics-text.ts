/** Writes the text format of Prometheus: a help line, a type line, and a line for each set of labels. */
import type { Histogram } from '../base/figures.js'

export type Labels = Readonly<Record<string, string>>
export type Series<T> = readonly (readonly [Labels, T])[]

export class MetricsText {
  private readonly lines: string[] = []

  counter(name: string, help: string, value: number): void {
    this.begin(name, help, 'counter')
    this.line(name, {}, value)
  }

  gauge(name: string, help: string, series: Series<number>): void {
    this.begin(name, help, 'gauge')
    for (const [labels, value] of series) this.line(name, labels, value)
  }

  /** Buckets count everything up to their bound, as the format wants it. */
  histogram(name: string, help: string, series: Series<Histogram>): void {
    this.begin(name, help, 'histogram')
    for (const [labels, { bounds, counts, sum }] of series) {
      let total = 0
      for (const [index, count] of counts.entries()) {
        total += count
        this.line(`${name}_bucket`, { ...labels, le: String(bounds[index] ?? '+Inf') }, total)
      }
      this.line(`${name}_sum`, labels, sum)
      this.line(`${name}_count`, labels, total)
    }
  }

  toString(): string {
    return `${this.lines.join('\n')}\n`
  }

  private begin(name: string, help: string, type: 'counter' | 'gauge' | 'histogram'): void {
    this.lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
  }

  private line(name: string, labels: Labels, value: number): void {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
    this.lines.push(`${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`)
  }
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
