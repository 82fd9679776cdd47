/** What a host may show its model of how to work with sessions: one prompt a kind of work. */
import { CoreError } from '../../../base/core-error.js'
import { prompts } from './prompt-texts.js'

export function listPrompts(): object[] {
  return prompts.map(({ name, description }) => ({ name, description }))
}

export function getPrompt(name: string): object {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw new CoreError('invalid-params', `unknown prompt: ${name.slice(0, 80)}`)
  const { description, text } = prompt
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}
