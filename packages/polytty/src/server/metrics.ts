/**
 * The figures of a server at /metrics, in the text format that Prometheus reads. Behind the token, as everything else is.
 * No label holds a session's name or id: names may be secret, and there would be a series for each session.
 */
import type { Budget } from '../base/budget.js'
import type { Disposable } from '../base/disposable.js'
import type { Clients } from '../protocols/clients.js'
import type { Core } from '../protocols/core.js'
import type { Elsewhere } from '../session/index.js'
import { bearerToken, type Guard } from '../transport/guard.js'
import { type HttpRoutes, respondText, securityHeaders } from '../transport/http-server.js'
import type { Outbox } from '../transport/outbox.js'
import { LoopDelay } from './loop-delay.js'
import { MetricsText } from './metrics-text.js'

export interface MetricsSources {
  readonly core: Core
  readonly clients: Clients
  readonly guard: Guard
  /** What clients have not read, what they have not finished sending, and what is being put together for them. */
  readonly outbox: Outbox
  readonly intake: Budget
  readonly answers: Budget
  /** Absent where programs are kept in the server itself. */
  readonly hosts?: { readonly figures: { readonly connected: number; readonly lost: number } }
}

export interface MetricsEndpoint extends Disposable {
  readonly routes: HttpRoutes
}

export function openMetrics(sources: MetricsSources): MetricsEndpoint {
  const delay = new LoopDelay(sources.core.clock)
  return {
    routes: {
      request(request, response, { pathname }) {
        if (pathname !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) return false
        if (!sources.guard.accepts(bearerToken(request))) {
          response.setHeader('www-authenticate', 'Bearer')
          respondText(response, 401, 'send the token as "Authorization: Bearer …"')
          return true
        }
        response.writeHead(200, { ...securityHeaders, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
        response.end(writeMetrics(sources, delay.read()))
        return true
      },
    },
    dispose: () => delay.dispose(),
  }
}

function writeMetrics(sources: MetricsSources, delay: ReadonlyMap<string, number>): string {
  const { core, clients, outbox, intake, answers } = sources
  const { figures } = core.diagnostics
  const text = new MetricsText()
  const all = core.sessions.list()
  const ended = all.filter(({ exited }) => exited).length
  text.gauge('polytty_info', 'The version of the server.', [[{ version: core.version }, 1]])
  text.gauge('polytty_sessions', 'Sessions that are kept, by whether their program runs.', [
    [{ state: 'running' }, all.length - ended],
    [{ state: 'ended' }, ended],
  ])
  text.counter('polytty_sessions_started_total', 'Programs that were started.', figures.sessionsStarted)
  text.counter('polytty_session_start_failures_total', 'Programs that could not be started.', figures.startsFailed)
  text.counter('polytty_session_output_bytes_total', 'Output of programs.', figures.outputBytes)
  text.counter('polytty_session_input_bytes_total', 'Input that clients sent to programs.', figures.inputBytes)
  text.gauge(
    'polytty_clients',
    'Connected clients, by protocol.',
    [...clients.all].map(([protocol, count]) => [{ protocol }, count]),
  )
  text.counter('polytty_connections_total', 'Connections that were accepted.', figures.connections)
  text.counter('polytty_refusals_total', 'Requests refused before any protocol saw them.', figures.refusals)
  text.counter('polytty_received_characters_total', 'Messages from clients.', figures.receivedCharacters)
  text.counter('polytty_sent_characters_total', 'Messages to clients.', figures.sentCharacters)
  text.gauge('polytty_requests_running', 'Requests that are not answered yet, waits included.', [
    [{}, figures.requestsRunning],
  ])
  text.histogram(
    'polytty_request_seconds',
    'How long requests took.',
    [...figures.requests].flatMap(([protocol, outcomes]) =>
      [...outcomes].map(([outcome, histogram]) => [{ protocol, outcome }, histogram] as const),
    ),
  )
  text.gauge('polytty_waits_running', 'Waits that have not ended.', [[{}, figures.waitsRunning]])
  text.histogram(
    'polytty_wait_seconds',
    'How long waits took, by how they ended.',
    [...figures.waits].map(([outcome, histogram]) => [{ outcome }, histogram]),
  )
  text.gauge('polytty_queue_bytes', 'Unread output of congested clients, unfinished input, answers in the making.', [
    [{ queue: 'outbox' }, outbox.queuedBytes],
    [{ queue: 'intake' }, intake.heldBytes],
    [{ queue: 'answers' }, answers.heldBytes],
  ])
  text.gauge(
    'polytty_event_loop_delay_seconds',
    'How late the event loop is; measured from the first scrape on.',
    [...delay].map(([quantile, seconds]) => [{ quantile }, seconds]),
  )
  if (sources.hosts) {
    const { connected, lost } = sources.hosts.figures
    text.gauge('polytty_hosts', 'Host processes that keep programs for this server.', [[{}, connected]])
    text.counter('polytty_hosts_lost_total', 'Hosts that have ended, and their sessions with them.', lost)
  }
  writeFleet(text, core.sessions.fleet)
  const { user, system } = process.cpuUsage()
  text.counter('process_cpu_seconds_total', 'CPU time of the server.', (user + system) / 1e6)
  text.gauge('process_resident_memory_bytes', 'Memory of the server.', [[{}, process.memoryUsage.rss()]])
  return text.toString()
}

/** Only of a server that is a node of a fleet. */
function writeFleet(text: MetricsText, fleet: Elsewhere | null): void {
  if (!fleet) return
  const { opened, waitingBytes, loggedBytes, loggedMessages } = fleet.figures
  const nodes = fleet.nodes()
  const draining = nodes.filter((node) => node.draining).length
  const others = fleet.list()
  const ended = others.filter(({ exit }) => exit !== null).length
  text.gauge('polytty_fleet_connected', 'Whether NATS is there.', [[{ node: fleet.node }, fleet.connected ? 1 : 0]])
  text.gauge('polytty_fleet_nodes', 'Nodes of the fleet, by whether they take new sessions.', [
    [{ state: 'open' }, nodes.length - draining],
    [{ state: 'draining' }, draining],
  ])
  text.gauge('polytty_fleet_other_sessions', 'Sessions of other nodes, by whether their program runs.', [
    [{ state: 'running' }, others.length - ended],
    [{ state: 'ended' }, ended],
  ])
  text.gauge('polytty_fleet_opened_sessions', 'Sessions of other nodes that are open here.', [[{}, opened]])
  text.gauge('polytty_fleet_waiting_bytes', 'Output that NATS has not taken yet.', [[{}, waitingBytes]])
  text.counter('polytty_fleet_logged_bytes_total', 'Output that was written to NATS.', loggedBytes)
  text.counter('polytty_fleet_logged_messages_total', 'Messages that it was written in.', loggedMessages)
}
