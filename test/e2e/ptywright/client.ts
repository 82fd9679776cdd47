/** A client of a ptywright server's socket, and an adapter with the calls that tests make all the time. */
import { openUnixSocket, type ParamsOf, type Ptywright, type ResultOf, RpcClient } from '@polytty/client'

export type PtywrightClient = RpcClient<Ptywright>
type Waited = ResultOf<Ptywright, 'adapter.wait'>

export async function connectPtywright(path: string): Promise<PtywrightClient> {
  return new RpcClient(await openUnixSocket(path))
}

export class TestAdapter {
  private constructor(
    readonly client: PtywrightClient,
    readonly id: string,
  ) {}

  static async start(client: PtywrightClient, params: ParamsOf<Ptywright, 'adapter.start'>): Promise<TestAdapter> {
    const { adapter } = await client.call('adapter.start', params)
    return new TestAdapter(client, adapter)
  }

  async state(): Promise<Waited['state']> {
    return (await this.client.call('adapter.state', { adapter: this.id })).state
  }

  send(intent: string, params: Record<string, unknown> = {}): Promise<ResultOf<Ptywright, 'adapter.send'>> {
    return this.client.call('adapter.send', { adapter: this.id, intent, params })
  }

  wait(params: Partial<ParamsOf<Ptywright, 'adapter.wait'>> = {}): Promise<Waited> {
    return this.client.call('adapter.wait', { adapter: this.id, timeout_ms: 60_000, ...params })
  }

  turn(intent: string, params: Record<string, unknown> = {}): Promise<ResultOf<Ptywright, 'adapter.turn'>> {
    const wait = { timeout_ms: 60_000 }
    return this.client.call('adapter.turn', { adapter: this.id, send: { intent, params }, wait })
  }

  async screen(): Promise<string> {
    return (await this.client.call('adapter.inspect', { adapter: this.id })).plain_text
  }
}
