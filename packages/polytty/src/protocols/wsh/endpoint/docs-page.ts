/** The HTTP API as a page to read, made from its OpenAPI document. No script, nothing fetched. */
import { escapeMarkup } from '@polytty/render'

interface Operation {
  readonly summary: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

export function docsPage(document: object): string {
  const { info, paths } = document as {
    info: { title: string; version: string }
    paths: Record<string, Record<string, Operation>>
  }
  const sections = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => section(verb.toUpperCase(), path, operation)),
  )
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeMarkup(info.title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
  h2 { font: 600 1rem ui-monospace, monospace; margin: 2rem 0 0.25rem }
  code, pre { font: 0.875rem ui-monospace, monospace }
  pre { overflow: auto; padding: 0.75rem; border: 1px solid #8886; border-radius: 6px }
</style>
<h1>${escapeMarkup(info.title)} ${escapeMarkup(info.version)}</h1>
<p>The same as data: <a href="openapi.yaml">openapi.yaml</a>.</p>
${sections.join('\n')}
</html>
`
}

function section(verb: string, path: string, { summary, parameters, requestBody, responses }: Operation): string {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const asked = query.map(({ name, required }) => `<code>${escapeMarkup(name)}</code>${required ? ' (required)' : ''}`)
  const body = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) =>
      `<details><summary>Body: ${escapeMarkup(type)}</summary><pre>${escapeMarkup(JSON.stringify(schema, null, 2))}</pre></details>`,
  )
  const answers = Object.entries(responses).map(([status, { description }]) => `${status} ${escapeMarkup(description)}`)
  return `<section><h2>${verb} ${escapeMarkup(path)}</h2>
<p>${escapeMarkup(summary)}</p>
${asked.length > 0 ? `<p>Query: ${asked.join(', ')}</p>` : ''}${body.join('')}
<p>Answers: ${answers.join(' · ')}</p></section>`
}
