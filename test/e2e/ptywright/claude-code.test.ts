/** The built-in `claude-code` plugin against a stand-in that looks and behaves like the real program. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestAdapter } from './client.js'
import { startTestServer, type TestServer } from './with-server.js'

const standIn = join(import.meta.dirname, 'stand-in.mjs')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function start(style: string, ...flags: string[]): Promise<TestAdapter> {
  const client = await server.connect()
  const args = [standIn, style, ...flags]
  return TestAdapter.start(client, { plugin: 'claude-code', program: process.execPath, args })
}

// Most of their time is waiting for a screen to stand still, so they wait together.
describe.concurrent.each(['boxed', 'ruled'])('%s', (style) => {
  const idle = async (): Promise<TestAdapter> => {
    const claude = await start(style, '--skip-intro')
    expect((await claude.wait()).state.state).toBe('waiting_for_user_input')
    return claude
  }

  test('welcome, trust, prompt', async () => {
    const claude = await start(style)
    expect((await claude.wait()).state).toMatchObject({ state: 'local_ui_screen', metadata: { panel: 'welcome' } })
    await claude.send('dismiss_welcome')
    const { state } = await claude.wait()
    expect(state).toMatchObject({ state: 'waiting_for_trust', metadata: { dialog: { kind: 'trust' } } })
    // Enter alone does not choose here.
    await claude.send('approve')
    expect((await claude.state()).state).toBe('waiting_for_trust')
    await claude.send('approve_trust')
    expect((await claude.wait()).state).toMatchObject({
      state: 'waiting_for_user_input',
      metadata: { status: { permission_mode: 'accept edits', model: 'Opus 4.1' } },
    })
  })

  test('refusing to trust ends the program', async () => {
    const claude = await start(style)
    await claude.wait()
    await claude.send('dismiss_welcome')
    await claude.wait()
    await claude.send('deny_trust')
    expect((await claude.wait({ intent: 'wait_turn_matcher' })).state).toMatchObject({
      state: 'error',
      metadata: { error: { kind: 'exited' } },
    })
  })

  test('turns', async () => {
    const claude = await idle()
    for (const count of [1, 2, 3]) {
      const { state, matched } = await claude.turn('send_prompt', { prompt: 'hello' })
      expect(state).toMatchObject({ state: 'completed_turn', last_intent: 'prompt_submitted' })
      expect(state.evidence).toMatch(new RegExp(`^✻ \\w+ for ${count}s$`))
      expect(matched).toMatchObject({
        kind: 'all',
        matched: [
          { kind: 'any', matched: { kind: 'lua', plugin: 'claude-code', predicate: 'turn_over' } },
          { kind: 'screen_stable', min_ms: 300 },
        ],
      })
    }
    await claude.send('send_prompt', { prompt: '' })
    expect((await claude.turn('send_prompt', { prompt: 'two\nlines' })).state.state).toBe('completed_turn')
  })

  test('permission: approve, deny, choose', async () => {
    const claude = await idle()
    const asked = await claude.turn('send_prompt', { prompt: 'use a tool' })
    expect(asked.state).toMatchObject({ state: 'waiting_for_permission', metadata: { dialog: { kind: 'permission' } } })
    const { permission } = asked.state.metadata as { permission: { tool: string; summary: string; options: string[] } }
    expect(permission.options).toHaveLength(3)
    expect(permission.tool).toBe(style === 'boxed' ? 'Bash' : 'Run a shell command')
    expect(permission.summary).toMatch(/rm -rf build|git push/)
    expect((await claude.turn('approve')).state.state).toBe('completed_turn')

    await claude.turn('send_prompt', { prompt: 'use a tool' })
    expect((await claude.turn('deny')).state.state).toBe('completed_turn')
    expect(await claude.screen()).toMatch(/: left$/m)

    await claude.turn('send_prompt', { prompt: 'use a tool' })
    await claude.turn('choose_option', { index: 2 })
    await claude.turn('send_prompt', { prompt: 'use a tool' })
    await claude.turn('choose_option', { option: permission.options[2] })
    const screen = await claude.screen()
    for (const label of permission.options) expect(screen).toContain(`: ${label}`)
    await claude.turn('send_prompt', { prompt: 'use a tool' })
    await expect(claude.send('choose_option', { option: 'perhaps' })).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining('no option perhaps; available:'),
    })
  })

  test('a dialog that has changed is not answered', async () => {
    const claude = await idle()
    const { state } = await claude.turn('send_prompt', { prompt: 'swap' })
    const first = state.metadata as { dialog_id: string }
    await claude.client.call('adapter.state', { adapter: claude.id })
    const text = (value: string): Promise<unknown> => claude.send('key', { key: value })
    // The answer to a key shows the state before the program has reacted: what is known is the first dialog.
    await text('x')
    await claude.client.call('adapter.wait', { adapter: claude.id, intent: 'wait_cancel_settled_matcher' })
    const second = (await claude.state()).metadata as { dialog_id: string }
    expect(second.dialog_id).not.toBe(first.dialog_id)
    for (const intent of ['approve', 'deny', 'choose_option'])
      await expect(claude.send(intent, { dialog_id: first.dialog_id, index: 1 })).rejects.toMatchObject({
        code: -32603,
        message: expect.stringContaining('stale_dialog: another dialog'),
      })
    expect((await claude.turn('approve', { dialog_id: second.dialog_id })).state.state).toBe('completed_turn')
    for (const intent of ['approve', 'deny', 'choose_option', 'approve_trust'])
      await expect(claude.send(intent, { index: 1 })).rejects.toMatchObject({
        message: expect.stringContaining('stale_dialog: no dialog is on the screen'),
      })
  })

  test('a prompt does not answer a dialog by accident', async () => {
    const claude = await idle()
    await claude.turn('send_prompt', { prompt: 'edit a file' })
    for (const [intent, params] of [
      ['send_prompt', { prompt: 'more' }],
      ['steer', { prompt: 'more' }],
      ['slash_command', { command: 'usage' }],
      ['dismiss_welcome', {}],
    ] as const)
      await expect(claude.send(intent, params)).rejects.toMatchObject({
        message: expect.stringContaining('dialog_open: a dialog waits for an answer'),
      })
    expect((await claude.state()).state).toBe('waiting_for_permission')
    await expect(claude.send('approve_trust')).rejects.toMatchObject({
      message: expect.stringContaining('not about trust'),
    })
  })

  test('plans', async () => {
    const claude = await idle()
    const { state } = await claude.turn('send_prompt', { prompt: 'plan' })
    expect(state.state).toBe('waiting_for_plan_approval')
    expect(state.metadata).toMatchObject({ plan: expect.stringMatching(/1\. Look\n2\. Fix/) })
    expect((await claude.turn('choose_option', { option: 'keep planning' })).state.state).toBe('completed_turn')
    expect(await claude.screen()).toContain('Plan: 2')
    expect((await claude.turn('slash_command', { command: '/plan' })).state.state).toBe('waiting_for_enter_plan_mode')
    expect((await claude.turn('approve')).state.state).toBe('completed_turn')
  })

  test('the model picker and other panels', async () => {
    const claude = await idle()
    expect((await claude.turn('slash_command', { name: 'model' })).state.state).toBe('waiting_for_model_select')
    await claude.send('model_effort_right')
    await claude.wait({ intent: 'wait_cancel_settled_matcher' })
    expect(await claude.screen()).toContain('Effort: high')
    await claude.send('model_effort_left')
    await claude.wait({ intent: 'wait_cancel_settled_matcher' })
    expect(await claude.screen()).toContain('Effort: medium')
    // It is still the same picker, though it looks different.
    await claude.send('model_effort_left')
    expect((await claude.turn('choose_option', { index: 3 })).state.state).toBe('waiting_for_user_input')
    const panels = [
      ['usage', 'usage_screen', 'escape'],
      ['help', 'local_ui_screen', 'Esc'],
      ['login', 'waiting_for_login', 'escape'],
      ['editor', 'waiting_for_external_editor', 'q'],
    ] as const
    for (const [command, state, key] of panels) {
      expect((await claude.turn('slash_command', { command })).state.state, command).toBe(state)
      expect((await claude.turn('key', { key })).state.state, command).toBe('waiting_for_user_input')
    }
  })

  test('thinking, steering, cancelling', async () => {
    const claude = await idle()
    await claude.send('send_prompt', { prompt: 'think on' })
    await claude.client.call('adapter.wait', { adapter: claude.id, timeout_ms: 400 }).catch(() => {})
    expect((await claude.state()).state).toBe('thinking')
    await claude.send('attach_file', { path: '/tmp/picture.png' })
    await claude.send('cancel')
    const { state } = await claude.wait({ intent: 'wait_cancel_settled_matcher' })
    expect(state.last_intent).toBe('cancelling')
    expect(state.state).toBe('waiting_for_user_input')
    expect(await claude.screen()).toMatch(/Interrupted/)
    expect(await claude.screen()).toContain('/tmp/picture.png')
  })

  test('questions and errors', async () => {
    const claude = await idle()
    const asked = await claude.turn('send_prompt', { prompt: 'question' })
    expect(asked.state).toMatchObject({
      state: 'waiting_for_user_input',
      metadata: { dialog: { question: 'Pick a colour' } },
    })
    expect((await claude.turn('choose_option', { option: 'green' })).state.state).toBe('completed_turn')
    const failed = await claude.turn('send_prompt', { prompt: 'fail' })
    const kind = style === 'boxed' ? { kind: 'rate_limit', retry_after_s: 7 } : { kind: 'connection' }
    expect(failed.state).toMatchObject({ state: 'error', metadata: { error: kind } })
    // An error of an earlier turn is past.
    expect((await claude.turn('send_prompt', { prompt: 'hello' })).state.state).toBe('completed_turn')
  })
})
