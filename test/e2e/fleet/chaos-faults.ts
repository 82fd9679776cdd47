/** What can fail in a fleet. Each is done while lines are typed. */
import { jetstreamManager } from '@nats-io/jetstream'
import { Subjects } from '../../../packages/polytty/src/fleet/subjects.js'
import type { Nats } from '../../support/nats.js'
import type { FleetChaos } from './chaos.js'

export type Fault = () => Promise<void>

export function faultsOf(fleet: FleetChaos): Readonly<Record<string, Fault>> {
  const turns = new Map<Nats, Promise<unknown>>()
  /** Faults of one server of NATS come one after the other. */
  const alone = (nats: Nats, fault: Fault): Promise<void> => {
    const done = (turns.get(nats) ?? Promise.resolve()).then(fault)
    turns.set(nats, done)
    return done
  }
  const anyNats = (): Nats => fleet.nats[fleet.random(fleet.nats.length)]!
  const restart = (nats: Nats): Promise<void> =>
    alone(nats, async () => {
      await nats.stop()
      await fleet.pause(500)
      await nats.restart()
    })
  const onNode = (fault: (node: ReturnType<FleetChaos['anyNode']>) => Promise<void>) => (): Promise<void> => {
    const node = fleet.anyNode()
    return node.alone(() => fault(node))
  }
  return {
    'kill -9 of a server; its host stays': onNode(async (node) => {
      await fleet.pause(50)
      await node.kill()
      await node.start()
    }),
    'kill -9 of a server and its host': onNode(async (node) => {
      await node.killWithHost()
      fleet.lost.push(node.session)
      fleet.lostIds.add(node.session.id)
      await node.start()
      await fleet.eventually(`a new session on ${node.name}`, () => node.startSession())
    }),
    'SIGSTOP of a server': onNode(async (node) => {
      node.signal('SIGSTOP')
      await fleet.pause(1500)
      node.signal('SIGCONT')
    }),
    'SIGSTOP of a server beyond its lease': onNode(async (node) => {
      node.signal('SIGSTOP')
      await fleet.eventually(`${node.name} is missed`, () => fleet.checkMissed(node))
      node.signal('SIGCONT')
    }),
    'a partition: a node without NATS': onNode(async ({ proxies }) => {
      for (const proxy of proxies) proxy.cut()
      await fleet.pause(2000)
      for (const proxy of proxies) proxy.mend()
    }),
    'connections to NATS are lost': async () => {
      for (const { proxies } of fleet.nodes) for (const proxy of proxies) proxy.drop()
      await fleet.pause(300)
    },
    'kill -9 of a server of NATS': () => restart(anyNats()),
    'SIGSTOP of a server of NATS': () => {
      const nats = anyNats()
      return alone(nats, async () => {
        nats.signal('SIGSTOP')
        await fleet.pause(1500)
        nats.signal('SIGCONT')
      })
    },
    'the leader of the log is lost': () =>
      fleet.eventually('a leader', async () => {
        const { cluster } = await (await jetstreamManager(fleet.nc)).streams.info(new Subjects().logStream)
        await restart(fleet.nats[Number(cluster?.leader?.slice(1) ?? 0)]!)
      }),
    'a rolling upgrade': async () => {
      for (const node of fleet.nodes)
        await node.alone(() =>
          node.client.call('Polytty.restart').then(
            () => {},
            () => {},
          ),
        )
    },
  }
}
