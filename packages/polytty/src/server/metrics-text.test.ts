import { expect, test } from 'vitest'
import { Histogram } from '../base/figures.js'
import { MetricsText } from './metrics-text.js'

test('counters and gauges', () => {
  const text = new MetricsText()
  text.counter('bytes_total', 'Bytes.', 12)
  text.gauge('clients', 'Clients.', [[{ protocol: 'a"b\\c\n' }, 2]])
  expect(text.toString().split('\n')).toEqual([
    '# HELP bytes_total Bytes.',
    '# TYPE bytes_total counter',
    'bytes_total 12',
    '# HELP clients Clients.',
    '# TYPE clients gauge',
    'clients{protocol="a\\"b\\\\c\\n"} 2',
    '',
  ])
})

test('the buckets of a histogram grow, and the last one holds all', () => {
  const histogram = new Histogram()
  for (const seconds of [0.0001, 0.001, 0.002, 100]) histogram.observe(seconds)
  const text = new MetricsText()
  text.histogram('took_seconds', 'Time.', [[{}, histogram]])
  const lines = text.toString().split('\n')
  expect(lines).toContain('took_seconds_bucket{le="0.0005"} 1')
  expect(lines).toContain('took_seconds_bucket{le="0.001"} 2')
  expect(lines).toContain('took_seconds_bucket{le="60"} 3')
  expect(lines).toContain('took_seconds_bucket{le="+Inf"} 4')
  expect(lines).toContain('took_seconds_count 4')
})
